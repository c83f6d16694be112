// SPDX-License-Identifier: Apache-2.0
/** Arguments that a launch adds to those of the kernel: images, samplers, workspaces. */
package io.lockstep.kernel.argument;
