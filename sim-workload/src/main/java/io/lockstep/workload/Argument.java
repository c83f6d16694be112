package io.lockstep.workload;

import io.lockstep.io.Placed;
import io.lockstep.kernel.ir.SamplerInfo;
import java.util.List;

/** One argument of a launch, or one resource that an AMD IL kernel binds. */
public sealed interface Argument extends Placed {
  /** {@return names of the buffers that the kernel may access through it} */
  default List<String> buffers() {
    return List.of();
  }

  /** {@return whether the kernel sees its buffer as a texture or an image} */
  default boolean isView() {
    return false;
  }

  /**
   * A buffer by its current name.
   *
   * @param where position in the file, for messages
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
   * @param where position in the file, for messages
   * @param buffer its current name
   * @param offset in elements from the buffer's start
   */
  record Offset(String where, String buffer, IntegerExpression offset) implements Argument {
    @Override
    public List<String> buffers() {
      return List.of(buffer);
    }
  }

  /**
   * A typed scalar.
   *
   * @param where position in the file, for messages
   * @param type which may be narrower than the parameter's register
   * @param value of that type
   */
  record Scalar(String where, ElementType type, Value value) implements Argument {}

  /**
   * A vector, array or structure that is passed by value.
   *
   * @param where position in the file, for messages
   * @param value members and size
   */
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
   * @param where position in the file, for messages
   * @param bytes size for each work-group
   */
  record Local(String where, IntegerExpression bytes) implements Argument {}

  /**
   * A view of a buffer as a texture.
   *
   * @param where position in the file, for messages
   * @param buffer its current name
   * @param width texels of a row
   * @param height rows; default 1
   * @param channels of a texel: 1, 2 or 4
   * @param format format of a channel
   * @param address the address mode
   * @param filter nearest texel or linear
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
   * @param where position in the file, for messages
   * @param view format and sizes
   * @param depth planes or layers; null for all of the buffer
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

  /**
   * A sampler.
   *
   * @param where position in the file, for messages
   * @param sampler its three properties
   */
  record Sampler(String where, SamplerInfo sampler) implements Argument {}

  /** The conversion of texels. */
  enum Format {
    /** The buffer's own type. */
    ELEMENT,
    /** Unsigned integers as floats of 0 to 1. */
    UNORM,
    /** Signed integers as floats of −1 to 1. */
    SNORM
  }

  /** The treatment of coordinates beyond a texture's edge. */
  enum AddressMode {
    /** The nearest texel of the edge. */
    CLAMP,
    /** The texture repeats. */
    WRAP,
    /** The texture repeats, every other time mirrored. */
    MIRROR,
    /** The border's colour. */
    BORDER
  }

  /** The filter between texel centres. */
  enum Filter {
    /** The nearest texel. */
    NEAREST,
    /** Interpolation of neighbouring texels. */
    LINEAR
  }
}
