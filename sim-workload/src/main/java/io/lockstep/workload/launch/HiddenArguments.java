// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.kernel.argument.GridWorkspace;
import io.lockstep.kernel.argument.ImageQuery;
import io.lockstep.kernel.argument.LaunchRange;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Type;
import io.lockstep.workload.step.StructureValue;
import java.util.ArrayList;
import java.util.List;

/** The values of hidden parameters, through which kernels query their images and their launch. */
public final class HiddenArguments {
  // CLK_R, … and CLK_SNORM_INT8, … (OpenCL C 1.2, 6.12.14).
  private static final int R = 0x10B0;
  private static final int RG = 0x10B2;
  private static final int RGBA = 0x10B5;
  private static final int SNORM_INT8 = 0x10D0;
  private static final int UNORM_INT8 = 0x10D2;
  private static final int SIGNED_INT8 = 0x10D7;
  private static final int UNSIGNED_INT8 = 0x10DA;
  private static final int HALF_FLOAT = 0x10DD;
  private static final int FLOAT = 0x10DE;

  private HiddenArguments() {}

  static int position(List<Parameter> written, Parameter asked) {
    String image = ImageQuery.image(asked);
    return written.stream().map(Parameter::name).toList().indexOf(image);
  }

  /**
   * {@return the values in the order of the hidden parameters}
   *
   * @param arguments arguments for the parameters in the kernel's text, in the form of a launch
   * @param textures textures to which handles among the arguments refer
   * @param workspace pointer to the grid's workspace, or 0
   * @param range values of the launch, by {@link LaunchRange#index}
   */
  public static List<Long> of(
      Kernel kernel,
      List<Long> arguments,
      List<TextureInfo> textures,
      long workspace,
      long[] range) {
    List<Long> answers = new ArrayList<>();
    for (Parameter asked : kernel.parameters()) {
      ImageQuery query = ImageQuery.of(asked).orElse(null);
      if (GridWorkspace.is(asked)) {
        answers.add(workspace);
      } else if (LaunchRange.is(asked)) {
        answers.add(range[LaunchRange.index(asked.name())]);
      } else if (query != null) {
        List<Parameter> written = ImageQuery.written(kernel);
        int at = 0;
        for (Parameter before : written.subList(0, position(written, asked))) {
          at += StructureValue.words(before.bytes());
        }
        answers.add((long) answer(query, textures.get((int) Address.offset(arguments.get(at)))));
      }
    }
    return answers;
  }

  private static int answer(ImageQuery query, TextureInfo image) {
    return switch (query) {
      case WIDTH -> image.width();
      case HEIGHT -> image.height();
      case DEPTH, ARRAY_SIZE -> image.depth();
      case CHANNEL_ORDER -> image.channels() == 1 ? R : image.channels() == 2 ? RG : RGBA;
      case CHANNEL_DATA_TYPE -> dataType(image);
    };
  }

  private static int dataType(TextureInfo image) {
    if (image.type() == Type.F32) {
      return FLOAT;
    }
    if (image.type() == Type.F16) {
      return HALF_FLOAT;
    }
    int wider = Integer.numberOfTrailingZeros(image.type().bytes());
    return wider
        + switch (image.format()) {
          case UNORM, SRGB -> UNORM_INT8;
          case SNORM -> SNORM_INT8;
          case ELEMENT -> image.signed() ? SIGNED_INT8 : UNSIGNED_INT8;
        };
  }
}
