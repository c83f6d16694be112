// SPDX-License-Identifier: Apache-2.0
/** CDNA's address spaces: how addresses, descriptors and limits are computed, step by step. */
package io.lockstep.device.cdna.address;
