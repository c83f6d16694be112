// SPDX-License-Identifier: Apache-2.0
/** Decoders of calls: functions of the program, of libraries, and of images. */
package io.lockstep.frontend.ptx.call;
