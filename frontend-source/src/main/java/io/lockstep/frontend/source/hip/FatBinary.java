// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source.hip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Packs PTX as the container that objects of CUDA embed; {@code native/cudart_fatbin.c} of
 * sim-program reads it and describes its layout. A second text is for devices whose wavefronts have
 * 64 lanes; texts to be linked with those of other objects are marked.
 */
public final class FatBinary {
  private static final int MAGIC = 0xBA55ED50;
  private static final int WRAPPER_MAGIC = 0x466243B1;
  private static final short CONTAINER_BYTES = 16;
  private static final int ENTRY_BYTES = 64;
  private static final int FLAGS = 40;
  private static final int ALIGNMENT = 8;
  private static final int MEMBER_ALIGNMENT = 2; // of an archive
  private static final short KIND_PTX = 1;
  private static final short VERSION = 0x101;
  private static final long WIDE = 1L << 40;
  private static final long LINKED = 1L << 41;

  private FatBinary() {}

  /**
   * Returns a container.
   *
   * @param capability the texts' compute capability, 80 for 8.0
   * @param linked whether the host library links the texts with those of other objects
   */
  public static byte[] of(int capability, String text, Optional<String> wide, boolean linked) {
    long flags = linked ? LINKED : 0;
    byte[] first = entry(capability, text, flags);
    byte[] second = wide.map(w -> entry(capability, w, flags | WIDE)).orElse(new byte[0]);
    return ByteBuffer.allocate(CONTAINER_BYTES + first.length + second.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MAGIC)
        .putShort((short) 1)
        .putShort(CONTAINER_BYTES)
        .putLong(first.length + second.length)
        .put(first)
        .put(second)
        .array();
  }

  /**
   * Returns whether the bytes of a file, such as an archive of objects, hold texts to be linked.
   */
  static boolean anyLinked(ByteBuffer file) {
    ByteBuffer bytes = file.order(ByteOrder.LITTLE_ENDIAN);
    int last = bytes.limit() - CONTAINER_BYTES - ENTRY_BYTES;
    for (int i = 0; i <= last; i += MEMBER_ALIGNMENT) {
      if (bytes.getInt(i) == MAGIC
          && bytes.getShort(i + 6) == CONTAINER_BYTES
          && (bytes.getLong(i + CONTAINER_BYTES + FLAGS) & LINKED) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the text of C++ by which an object registers a container when the program starts. */
  public static String registered(byte[] container) {
    StringBuilder bytes = new StringBuilder();
    for (byte b : container) {
      bytes.append(b).append(',');
    }
    return """
        extern "C" void** __cudaRegisterFatBinary(const void*);
        extern "C" void __cudaRegisterFatBinaryEnd(void**);
        alignas(8) static const signed char lockstep_code[] = {%s};
        static const struct { unsigned magic, version; const void *code, *unused; }
            lockstep_wrapper = {0x%X, 1, lockstep_code, nullptr};
        __attribute__((constructor)) static void lockstep_register() {
          __cudaRegisterFatBinaryEnd(__cudaRegisterFatBinary(&lockstep_wrapper));
        }
        """
        .formatted(bytes, WRAPPER_MAGIC);
  }

  private static byte[] entry(int capability, String text, long flags) {
    byte[] ptx = text.getBytes(StandardCharsets.UTF_8);
    int bytes = (ptx.length / ALIGNMENT + 1) * ALIGNMENT; // ended by zero
    return ByteBuffer.allocate(ENTRY_BYTES + bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(0, KIND_PTX)
        .putShort(2, VERSION)
        .putInt(4, ENTRY_BYTES)
        .putLong(8, bytes)
        .putInt(28, capability)
        .putLong(FLAGS, flags)
        .put(ENTRY_BYTES, ptx)
        .array();
  }
}
