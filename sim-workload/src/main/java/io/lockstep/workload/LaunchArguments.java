// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.kernel.argument.LaunchRange;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.launch.HiddenArguments;
import io.lockstep.workload.launch.LocalLayout;
import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.Step;
import io.lockstep.workload.step.StructureValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The arguments that a launch passes to a kernel, as words and textures for execution and traces.
 *
 * @param words one word per argument (several for an {@link Argument.Structure}), followed by the
 *     values of hidden parameters
 * @param textures textures to which the handles among the words refer
 * @param images indices of the textures that are images
 */
record LaunchArguments(List<Long> words, List<TextureInfo> textures, List<Integer> images) {
  LaunchArguments {
    words = Collections.unmodifiableList(words);
    textures = List.copyOf(textures);
    images = List.copyOf(images);
  }

  /**
   * Evaluates the arguments of a launch.
   *
   * @param launch launch with its arguments in the kernel's order
   * @param locals layout of its local memory
   * @param range values by {@link LaunchRange#index}
   */
  static LaunchArguments of(
      Step.Launch launch,
      Kernel kernel,
      LocalLayout locals,
      long[] range,
      DeviceState device,
      Scope scope) {
    List<Long> words = new ArrayList<>();
    List<TextureInfo> textures = new ArrayList<>();
    List<Integer> images = new ArrayList<>();
    for (int i = 0; i < launch.arguments().size(); i++) {
      Argument argument = launch.arguments().get(i);
      if (argument instanceof Argument.Buffer buffer) {
        words.add(start(device, buffer.name()));
      } else if (argument instanceof Argument.Offset offset) {
        words.add(device.address(offset, scope));
      } else if (argument instanceof Argument.Scalar scalar) {
        words.add(scalar.type().passed(scalar.value().bits(scope, scalar.type()), kernel));
      } else if (argument instanceof Argument.Texture texture) {
        words.add(Address.texture(textures.size()));
        textures.add(TextureBinding.of(texture, device, scope));
      } else if (argument instanceof Argument.Image image) {
        words.add(Address.texture(textures.size()));
        images.add(textures.size());
        textures.add(TextureBinding.of(image, device, scope));
      } else if (argument instanceof Argument.Sampler sampler) {
        words.add(Address.sampler(sampler.sampler().bits()));
      } else if (argument instanceof Argument.Structure structure) {
        int bytes = kernel.parameters().get(i).bytes();
        StructureValue value = structure.value();
        for (long word : value.values(bytes, kernel, scope, name -> start(device, name))) {
          words.add(word);
        }
      } else {
        words.add(locals.offsets()[i]);
      }
    }
    words.addAll(
        HiddenArguments.of(kernel, words, textures, device.workspace(launch.cooperative()), range));
    return new LaunchArguments(words, textures, images);
  }

  private static long start(DeviceState device, String buffer) {
    return Address.of(device.buffer(buffer), 0);
  }
}
