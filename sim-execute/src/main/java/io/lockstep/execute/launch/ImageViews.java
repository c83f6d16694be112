// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.launch;

import io.lockstep.kernel.argument.SamplerInfo;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Operand;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Maps each pair of an image and a sampler to a texture, numbered after the images, so that records
 * and devices need only one number. Samplers come from the kernel's constants and the launch's
 * arguments.
 */
public final class ImageViews {
  private static final int SAMPLERS = 1 << SamplerInfo.BITS;

  private int[] numbers = new int[0];

  private ImageViews() {}

  /** {@return the views of a launch without images} */
  public static ImageViews none() {
    return new ImageViews();
  }

  /**
   * Adds the views of a launch's images to its textures.
   *
   * @param images numbers of the images among the textures
   * @param textures textures of the launch, including the images; views are appended
   */
  public static ImageViews add(
      Kernel kernel, List<Long> arguments, List<Integer> images, List<TextureInfo> textures) {
    ImageViews views = new ImageViews();
    if (images.isEmpty() || !isSampled(kernel)) {
      return views;
    }
    TreeSet<Integer> samplers = new TreeSet<>();
    arguments.forEach(a -> keep(a, samplers));
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        for (Operand o : i.sources()) {
          if (!o.isRegister()) {
            keep(o.bits(), samplers);
          }
        }
      }
    }
    views.numbers = new int[textures.size() * SAMPLERS];
    Arrays.fill(views.numbers, -1);
    for (int image : images) {
      for (int bits : samplers) {
        views.numbers[image * SAMPLERS + bits] = textures.size();
        textures.add(SamplerInfo.of(bits).orElseThrow().view(textures.get(image)));
      }
    }
    return views;
  }

  private static void keep(long value, TreeSet<Integer> samplers) {
    boolean known = Address.isSampler(value) && Address.offset(value) < SAMPLERS;
    if (known && SamplerInfo.of((int) Address.offset(value)).isPresent()) {
      samplers.add((int) Address.offset(value));
    }
  }

  private static boolean isSampled(Kernel kernel) {
    return kernel.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(Instruction::isSampled);
  }

  /** Returns the number of an image's view through a sampler, or -1. */
  public int number(int image, long sampler) {
    long at = (long) image * SAMPLERS + Address.offset(sampler);
    return Address.isSampler(sampler) && Address.offset(sampler) < SAMPLERS && at < numbers.length
        ? numbers[(int) at]
        : -1;
  }
}
