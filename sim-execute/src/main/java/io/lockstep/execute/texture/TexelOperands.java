// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.texture;

import io.lockstep.execute.record.SlotRecorder;

/**
 * The operands that name the texels of an access.
 *
 * @param handles texture or image by work-item
 * @param layers layer by work-item, or null
 * @param slots recorders of the coordinates, with the layer's recorder last
 */
record TexelOperands(long[] handles, int[] layers, SlotRecorder[] slots) {}
