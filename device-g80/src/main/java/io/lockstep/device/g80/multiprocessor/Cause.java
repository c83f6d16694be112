package io.lockstep.device.g80.multiprocessor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a shader clock of the issue port was spent on; the README's table says when. */
enum Cause {
  ISSUED_SP,
  ISSUED_SFU,
  ISSUED_DOUBLE,
  ISSUED_SHARED,
  ISSUED_CONSTANT,
  ISSUED_TEXTURE,
  ISSUED_GLOBAL,
  ISSUED_BARRIER,
  ISSUED_BRANCH,
  /** A register that memory will fill. */
  MEMORY,
  /** A register that a pipe will fill. */
  DEPENDENCY,
  /** Other warps of the block. */
  BARRIER,
  /** The SPs, held by an access to shared memory with conflicts or by a lock. */
  LDS_CONFLICT,
  /** SFU or double-precision unit, busy with an earlier instruction. */
  PIPE,
  /** Room for transactions on the way to memory. */
  CREDIT,
  NO_WAVEFRONT;

  static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Cause c : values()) {
      names.add(c.name().toLowerCase(Locale.ROOT));
    }
    return names;
  }
}
