// SPDX-License-Identifier: Apache-2.0
/** Matrix cores: MFMA instructions, their wait states and the accumulation registers. */
package io.lockstep.device.cdna.matrix;
