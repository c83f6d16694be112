// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.step;

import io.lockstep.io.Placed;
import io.lockstep.kernel.argument.SamplerInfo;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.Value;
import java.util.List;

/** An argument of a launch, or a resource that an AMD IL kernel binds. */
public sealed interface Argument extends Placed {
  /** {@return names of the buffers that the kernel may access through the argument} */
  default List<String> buffers() {
    return List.of();
  }

  /** {@return whether the kernel accesses a buffer as a texture or an image} */
  default boolean isView() {
    return false;
  }

  /**
   * A buffer.
   *
   * @param name current name of the buffer; see {@link Step.Swap}
   */
  record Buffer(String where, String name) implements Argument {
    @Override
    public List<String> buffers() {
      return List.of(name);
    }
  }

  /**
   * A pointer to an element of a buffer; the kernel may access the whole buffer.
   *
   * @param buffer current name of the buffer
   * @param offset number of elements from the buffer's start
   */
  record Offset(String where, String buffer, IntegerExpression offset) implements Argument {
    @Override
    public List<String> buffers() {
      return List.of(buffer);
    }
  }

  /** A typed scalar, whose type may be narrower than the parameter's register. */
  record Scalar(String where, ElementType type, Value value) implements Argument {}

  /** A vector, array or structure that is passed by value. */
  record Structure(String where, StructureValue value) implements Argument {
    @Override
    public List<String> buffers() {
      return value.members().stream()
          .filter(StructureValue.Member::isPointer)
          .map(StructureValue.Member::buffer)
          .toList();
    }
  }

  /**
   * A pointer to local memory.
   *
   * @param bytes size per work-group
   */
  record Local(String where, IntegerExpression bytes) implements Argument {}

  /**
   * A view of a buffer as a texture.
   *
   * @param buffer current name of the buffer
   * @param width number of texels per row
   * @param height number of rows
   * @param channels number of channels per texel: 1, 2 or 4
   * @param normalized whether coordinates run from 0 to 1
   */
  record Texture(
      String where,
      String buffer,
      IntegerExpression width,
      IntegerExpression height,
      int channels,
      Format format,
      AddressMode address,
      Filter filter,
      boolean normalized)
      implements Argument {
    @Override
    public List<String> buffers() {
      return List.of(buffer);
    }

    @Override
    public boolean isView() {
      return true;
    }
  }

  /**
   * A view of a buffer as an image, which samplers read.
   *
   * @param depth number of planes or layers; null to use the whole buffer
   */
  record Image(String where, Texture view, IntegerExpression depth) implements Argument {
    @Override
    public List<String> buffers() {
      return view.buffers();
    }

    @Override
    public boolean isView() {
      return true;
    }
  }

  record Sampler(String where, SamplerInfo sampler) implements Argument {}

  /** Conversion of texels when they are read. */
  enum Format {
    /** No conversion: texels have the buffer's element type. */
    ELEMENT,
    /** Unsigned integers as floats of 0 to 1. */
    UNORM,
    /** Signed integers as floats of −1 to 1. */
    SNORM
  }

  /** Treatment of coordinates beyond a texture's edge. */
  enum AddressMode {
    /** Reads the nearest texel of the edge. */
    CLAMP,
    /** Repeats the texture. */
    WRAP,
    /** Repeats the texture, mirrored at every other repetition. */
    MIRROR,
    /** Reads the border colour. */
    BORDER
  }

  enum Filter {
    NEAREST,
    /** Interpolates between neighbouring texels. */
    LINEAR
  }
}
