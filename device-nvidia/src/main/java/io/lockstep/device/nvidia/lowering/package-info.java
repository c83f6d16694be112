// SPDX-License-Identifier: Apache-2.0
/** The compiler: selection of machine instructions for portable ones, and its list of passes. */
package io.lockstep.device.nvidia.lowering;
