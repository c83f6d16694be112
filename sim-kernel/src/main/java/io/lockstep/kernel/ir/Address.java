// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.argument.SamplerInfo;

/**
 * Functional addresses: 64 bits, a window number in the upper 24 and an offset in the lower 40.
 *
 * <p>Global and constant memory: window = buffer number + 1, so buffers are never adjacent and an
 * access one element too far is detected. In the generic space the windows {@link #LOCAL_WINDOW}
 * and {@link #PRIVATE_WINDOW} denote work-group and work-item memory; in their own spaces such
 * addresses are plain offsets (window 0). Window 0 in global memory is the null page.
 */
public final class Address {
  /** Bits of an offset: a buffer holds less than 1 TiB. */
  public static final int OFFSET_BITS = 40;

  /** Mask of the offset. */
  public static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

  /** Generic window of work-group memory. */
  public static final long LOCAL_WINDOW = 0x7FFFFEL;

  /** Generic window of work-item memory. */
  public static final long PRIVATE_WINDOW = 0x7FFFFFL;

  /** Window of texture handles: the offset is the texture's number in the launch. */
  public static final long TEXTURE_WINDOW = 0x7FFFFDL;

  /** Window of samplers (OpenCL C): the offset holds the bits of {@link SamplerInfo#bits()}. */
  public static final long SAMPLER_WINDOW = 0x7FFFFCL;

  /** Start of work-item memory in the generic space of kernels with 32-bit pointers. */
  public static final long PRIVATE_WINDOW_32 = 0xFE000000L;

  /** Start of work-group memory in the generic space of kernels with 32-bit pointers. */
  public static final long LOCAL_WINDOW_32 = 0xFF000000L;

  /**
   * First of the windows for module-scope variables in a kernel's immediates: variable i of {@link
   * Kernel#variables()} has window {@code VARIABLE_WINDOW + i}. The executor replaces it by the
   * window of the buffer bound to the variable.
   */
  public static final long VARIABLE_WINDOW = 0x5A1000L;

  private Address() {}

  /**
   * {@return the addend that converts an address of work-group or private memory into a generic
   * address}
   *
   * @param local whether work-group memory, otherwise private
   * @param addressBits 32 or 64
   */
  public static long window(boolean local, int addressBits) {
    return addressBits == 32
        ? (int) (local ? LOCAL_WINDOW_32 : PRIVATE_WINDOW_32)
        : (local ? LOCAL_WINDOW : PRIVATE_WINDOW) << OFFSET_BITS;
  }

  /**
   * {@return the symbolic address of a byte of a module-scope variable, as an immediate of type
   * PTR}
   *
   * @param index position in {@link Kernel#variables()}
   * @param offset bytes from the start of the variable
   */
  public static long variable(int index, long offset) {
    return (VARIABLE_WINDOW + index << OFFSET_BITS) + offset;
  }

  /**
   * {@return the handle of a launch's texture, as passed in an argument}
   *
   * @param index position among the launch's textures
   */
  public static long texture(int index) {
    return (TEXTURE_WINDOW << OFFSET_BITS) + index;
  }

  /**
   * {@return a sampler, as passed in an argument}
   *
   * @param bits result of {@link SamplerInfo#bits()}
   */
  public static long sampler(int bits) {
    return (SAMPLER_WINDOW << OFFSET_BITS) + bits;
  }

  /**
   * {@return whether a value is a sampler}
   *
   * @param value value of an argument or register
   */
  public static boolean isSampler(long value) {
    return value >>> OFFSET_BITS == SAMPLER_WINDOW;
  }

  /**
   * {@return the address of a byte of a buffer}
   *
   * @param buffer number of the buffer, from 0
   * @param offset bytes from the start of the buffer, below 2 to the power of 40
   */
  public static long of(int buffer, long offset) {
    return ((long) (buffer + 1) << OFFSET_BITS) + offset;
  }

  /**
   * {@return the number of the buffer; negative or meaningless for an invalid address}
   *
   * @param address address of global or constant memory
   */
  public static int buffer(long address) {
    return (int) (address >>> OFFSET_BITS) - 1;
  }

  /**
   * {@return the offset in bytes within the window}
   *
   * @param address address of any window
   */
  public static long offset(long address) {
    return address & OFFSET_MASK;
  }
}
