/**
 * From recorded coordinates to the lines of their texels.
 *
 * <p>A {@link io.lockstep.parts.texture.TexelLayout} says where texels lie, a {@link
 * io.lockstep.parts.texture.TextureFetch} which of them a wavefront's fetch touches. A fetch is
 * reused and belongs to one unit.
 */
package io.lockstep.parts.texture;
