// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.launch;

import io.lockstep.kernel.argument.TextureInfo;
import java.util.List;

/**
 * The resources of a launch besides geometry and arguments.
 *
 * @param textures textures by the number in their handles ({@link
 *     io.lockstep.kernel.ir.Address#texture})
 * @param views views of images through samplers, which are among the textures
 * @param domainWidth width of the pixel domain in pixels, or 0 if the launch has none
 * @param domainHeight height of the pixel domain in pixels, or 0
 * @param last sizes of the last work-groups along x, y and z; empty if all groups have the same
 *     size
 * @param output receiver of printed text
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

  /** {@return resources without textures and pixel domain, whose output is discarded} */
  public static LaunchResources none() {
    return new LaunchResources(List.of(), 0, 0, new KernelOutput());
  }
}
