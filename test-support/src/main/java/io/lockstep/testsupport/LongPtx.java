// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

/** Generates long PTX kernels to test how the time of front-ends and lowering grows. */
public final class LongPtx {
  private static final int WORDS = 16;
  private static final int STATE = 8;

  private final StringBuilder text = new StringBuilder();
  private int fresh32;
  private int fresh64;
  private int predicates;

  private LongPtx() {}

  /** Returns a kernel of unrolled SHA-512 rounds, some 36 operations on 64-bit words each. */
  public static String sha512(int rounds) {
    LongPtx ptx = new LongPtx();
    String[] w = new String[WORDS];
    for (int k = 0; k < WORDS; k++) {
      w[k] = ptx.load64(8 * k);
    }
    String[] s = new String[STATE];
    for (int k = 0; k < STATE; k++) {
      s[k] = ptx.load64(8 * (WORDS + k));
    }
    for (int t = 0; t < rounds; t++) {
      String word = w[t % WORDS];
      if (t >= WORDS) {
        String near = w[(t - 2) % WORDS];
        String far = w[(t - 15) % WORDS];
        String sum = ptx.sum64(ptx.sigma(near, 19, 61, 6, true), w[(t - 7) % WORDS]);
        word = ptx.sum64(sum, ptx.sum64(ptx.sigma(far, 1, 8, 7, true), word));
        w[t % WORDS] = word;
      }
      String choice = ptx.op64("xor.b64", s[5], s[6]);
      choice = ptx.op64("xor.b64", ptx.op64("and.b64", choice, s[4]), s[6]);
      String constant = Long.toString(0x428a2f98d728ae22L * (2 * t + 1));
      String t1 = ptx.sum64(ptx.sum64(s[7], ptx.sigma(s[4], 14, 18, 41, false)), choice);
      t1 = ptx.sum64(ptx.sum64(t1, word), constant);
      String most = ptx.op64("and.b64", ptx.op64("xor.b64", s[0], s[1]), s[2]);
      most = ptx.op64("xor.b64", most, ptx.op64("and.b64", s[0], s[1]));
      String t2 = ptx.sum64(ptx.sigma(s[0], 28, 34, 39, false), most);
      System.arraycopy(s, 0, s, 1, STATE - 1);
      s[4] = ptx.sum64(s[4], t1);
      s[0] = ptx.sum64(t1, t2);
    }
    for (int k = 0; k < STATE; k++) {
      ptx.line("st.global.u64 [%a1+" + 8 * k + "], " + s[k]);
    }
    return ptx.kernel();
  }

  /**
   * Returns a kernel of consecutive branches, each of which conditionally adds to one of {@code
   * live} values and stores it; all values stay live until the end.
   *
   * @param looped whether the branches are in a loop whose condition is a volatile load
   */
  public static String branches(int branches, int live, boolean looped) {
    LongPtx ptx = new LongPtx();
    String[] s = new String[live];
    for (int k = 0; k < live; k++) {
      s[k] = ptx.load32(4 * k);
    }
    if (looped) {
      ptx.text.append("ROUND:\n");
      ptx.line("ld.volatile.global.u32 %r0, [%a1]");
    }
    for (int b = 0; b < branches; b++) {
      String chosen = s[(b * 7 + b / live) % live];
      String other = s[(b * 3 + 1) % live];
      String p = "%p" + ptx.predicates++;
      ptx.line("setp.gt.s32 " + p + ", " + other + ", " + (b + 17));
      ptx.line("@" + p + " bra SKIP" + b);
      ptx.line("add.s32 " + chosen + ", " + chosen + ", " + other);
      ptx.line("st.global.u32 [%a1+" + 4 * (b % 64) + "], " + chosen);
      ptx.text.append("SKIP").append(b).append(":\n");
      ptx.line("xor.b32 " + other + ", " + other + ", " + (b * 31 + 5));
    }
    if (looped) {
      String p = "%p" + ptx.predicates++;
      ptx.line("setp.ne.s32 " + p + ", %r0, 0");
      ptx.line("@" + p + " bra ROUND");
    }
    String sum = s[0];
    for (int k = 1; k < live; k++) {
      sum = ptx.op32("xor.b32", sum, s[k]);
    }
    ptx.line("st.global.u32 [%a1], " + sum);
    return ptx.kernel();
  }

  /**
   * Returns a kernel of blocks that each jump to the preceding block in the text, as linkers may
   * lay out blocks, with all values live until the end.
   */
  public static String backwards(int blocks, int live) {
    LongPtx ptx = new LongPtx();
    String[] s = new String[live];
    for (int k = 0; k < live; k++) {
      s[k] = ptx.load32(4 * k);
    }
    ptx.line("bra BLOCK" + (blocks - 1));
    ptx.text.append("END:\n");
    for (int k = 0; k < live; k++) {
      ptx.line("st.global.u32 [%a1+" + 4 * k + "], " + s[k]);
    }
    ptx.line("ret");
    for (int b = 0; b < blocks; b++) {
      ptx.text.append("BLOCK").append(b).append(":\n");
      String chosen = s[b % live];
      ptx.line("add.s32 " + chosen + ", " + chosen + ", " + s[(b * 7 + 1) % live]);
      String p = "%p" + ptx.predicates++;
      ptx.line("setp.gt.s32 " + p + ", " + chosen + ", " + (b + 17));
      ptx.line("@" + p + " bra END");
      ptx.line("bra " + (b == 0 ? "END" : "BLOCK" + (b - 1)));
    }
    return ptx.kernel();
  }

  private String kernel() {
    return """
        .version 6.0
        .target sm_60
        .address_size 64
        .visible .entry k(.param .u64 in, .param .u64 out) {
          .reg .b32 %%r<%d>;
          .reg .b64 %%rd<%d>, %%a<3>;
          .reg .pred %%p<%d>;
          ld.param.u64 %%a0, [in];
          ld.param.u64 %%a1, [out];
          mov.u32 %%r0, %%tid.x;
          mul.wide.u32 %%a2, %%r0, 2048;
          add.s64 %%a1, %%a1, %%a2;
        """
            .formatted(fresh32 + 1, fresh64 + 1, predicates + 1)
        + text
        + "  ret;\n}\n";
  }

  private void line(String code) {
    text.append("  ").append(code).append(";\n");
  }

  private String fresh32() {
    return "%r" + ++fresh32;
  }

  private String fresh64() {
    return "%rd" + ++fresh64;
  }

  private String load32(int offset) {
    String to = fresh32();
    line("ld.global.u32 " + to + ", [%a1+" + offset + "]");
    return to;
  }

  private String load64(int offset) {
    String to = fresh64();
    line("ld.global.u64 " + to + ", [%a1+" + offset + "]");
    return to;
  }

  private String op32(String op, String a, String b) {
    String to = fresh32();
    line(op + " " + to + ", " + a + ", " + b);
    return to;
  }

  private String op64(String op, String a, String b) {
    String to = fresh64();
    line(op + " " + to + ", " + a + ", " + b);
    return to;
  }

  private String sum64(String a, String b) {
    return op64("add.s64", a, b);
  }

  private String rotated64(String x, int by) {
    String high = op64("shl.b64", x, Integer.toString(64 - by));
    return op64("or.b64", op64("shr.u64", x, Integer.toString(by)), high);
  }

  private String sigma(String x, int a, int b, int c, boolean shifts) {
    String last = shifts ? op64("shr.u64", x, Integer.toString(c)) : rotated64(x, c);
    return op64("xor.b64", op64("xor.b64", rotated64(x, a), rotated64(x, b)), last);
  }
}
