// SPDX-License-Identifier: Apache-2.0
/** Passes that rewrite machine code: combinations, copies, uniform values. */
package io.lockstep.device.nvidia.rewrite;
