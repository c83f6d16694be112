// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.TextureInfo;
import java.util.List;

/**
 * The resources of a launch besides geometry and arguments.
 *
 * @param textures by the number in their handles ({@link io.lockstep.kernel.ir.Address#texture})
 * @param views of images through samplers, among the textures
 * @param domainWidth pixels of a row if the launch covers pixels, otherwise 0
 * @param domainHeight rows of pixels, or 0
 * @param last sizes of the last work-groups along x, y and z; empty if all groups have the same
 *     size
 * @param output receives printed text
 */
public record LaunchResources(
    List<TextureInfo> textures,
    ImageViews views,
    int domainWidth,
    int domainHeight,
    List<Integer> last,
    KernelOutput output) {
  public LaunchResources {
    textures = List.copyOf(textures);
    last = List.copyOf(last);
  }

  public LaunchResources(
      List<TextureInfo> textures, int domainWidth, int domainHeight, KernelOutput output) {
    this(textures, ImageViews.none(), domainWidth, domainHeight, output);
  }

  public LaunchResources(
      List<TextureInfo> textures,
      ImageViews views,
      int domainWidth,
      int domainHeight,
      KernelOutput output) {
    this(textures, views, domainWidth, domainHeight, List.of(), output);
  }

  /** {@return no textures, no pixels, and an output that is discarded} */
  public static LaunchResources none() {
    return new LaunchResources(List.of(), 0, 0, new KernelOutput());
  }
}
