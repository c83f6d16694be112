// SPDX-License-Identifier: Apache-2.0
/**
 * Texture addressing: a {@link io.lockstep.parts.texture.TexelLayout} defines the layout of texels,
 * a {@link io.lockstep.parts.texture.TextureFetch} determines the lines that a wavefront's fetch
 * touches. A fetch is reused and belongs to one unit.
 */
@Incubating
package io.lockstep.parts.texture;

import io.lockstep.spi.Incubating;
