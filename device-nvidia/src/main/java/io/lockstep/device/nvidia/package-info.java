// SPDX-License-Identifier: Apache-2.0
/** The devices of this family. */
package io.lockstep.device.nvidia;
