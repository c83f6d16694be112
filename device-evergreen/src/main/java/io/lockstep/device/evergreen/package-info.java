// SPDX-License-Identifier: Apache-2.0
/** AMD's VLIW5 GPUs: R600, R700 and Evergreen. */
package io.lockstep.device.evergreen;
