// SPDX-License-Identifier: Apache-2.0
/** Changes of accesses and rewrites, prepared for a program and applied to its replays. */
package io.lockstep.trace.change.apply;
