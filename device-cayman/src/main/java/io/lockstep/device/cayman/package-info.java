// SPDX-License-Identifier: Apache-2.0
/** AMD's VLIW4 GPUs: Cayman (HD 6970, 6950). */
package io.lockstep.device.cayman;
