package io.lockstep.frontend.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Calls of built-in functions on columns of numbers, named x, y, z and w, executed together. */
final class BuiltInCalls {
  /** A multiple of all widths of vectors. */
  static final int INPUTS = 240;

  /** Calls of the same widths stand in kernels of so many. */
  private static final int TOGETHER = 24;

  /** What a result may be. */
  interface Rule {
    /**
     * Whether bits are right.
     *
     * @param at the element, counted over all work-items
     */
    boolean allows(int at, long got);
  }

  /** A result that is one number only, of which one NaN is as good as another. */
  interface Exact {
    long of(int at);
  }

  private record Call(String text, List<Integer> widths, Scalar to, int n, Rule rule) {}

  private final Scalar[] types;
  private final long[][] columns;
  private final List<Call> calls = new ArrayList<>();

  BuiltInCalls(Scalar[] types, long[][] columns) {
    this.types = types;
    this.columns = columns;
  }

  /** Columns of one type. */
  BuiltInCalls(Scalar type, int columns, long seed) {
    this(new Scalar[columns], type.columns(columns, INPUTS, seed));
    Arrays.fill(types, type);
  }

  /** Bits of a column's element. */
  long bits(int column, int at) {
    return columns[column][at];
  }

  /** The number of a column's element. */
  double number(int column, int at) {
    return types[column].number(columns[column][at]);
  }

  /** Adds a call whose arguments and result have the same width. */
  void add(String text, int n, Scalar to, Rule rule) {
    Integer[] widths = new Integer[types.length];
    Arrays.fill(widths, n);
    add(text, List.of(widths), to, n, rule);
  }

  /** Adds a call with one right result. */
  void exact(String text, int n, Scalar to, Exact expected) {
    add(text, n, to, (at, got) -> to.comparable(got) == to.comparable(expected.of(at)));
  }

  /**
   * Adds a call of which each argument has a width.
   *
   * @param n width of the result
   */
  void add(String text, List<Integer> widths, Scalar to, int n, Rule rule) {
    calls.add(new Call(text, widths, to, n, rule));
  }

  /** Adds such a call with one right result. */
  void exact(String text, List<Integer> widths, Scalar to, int n, Exact expected) {
    add(text, widths, to, n, (at, got) -> to.comparable(got) == to.comparable(expected.of(at)));
  }

  /** Executes all and says what is wrong. */
  List<String> wrong(Path folder) throws IOException {
    ByteBuffer input =
        ByteBuffer.allocate(types.length * INPUTS * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int c = 0; c < types.length; c++) {
      for (int i = 0; i < INPUTS; i++) {
        types[c].put(input, c * INPUTS * 8 + i * types[c].bytes, columns[c][i]);
      }
    }
    KernelRun run = new KernelRun(folder, new LocalClang(folder));
    for (int first = 0, next; first < calls.size(); first = next) {
      next = first;
      StringBuilder body = new StringBuilder(arguments(calls.get(first).widths()));
      while (next < calls.size()
          && next < first + TOGETHER
          && calls.get(next).widths().equals(calls.get(first).widths())
          && items(calls.get(next)) == items(calls.get(first))) {
        body.append(result(calls.get(next), next * INPUTS * 8));
        next++;
      }
      run.kernel(items(calls.get(first)), body.toString());
    }
    ByteBuffer out = run.execute(input, calls.size() * INPUTS * 8);
    List<String> wrong = new ArrayList<>();
    for (int c = 0; c < calls.size(); c++) {
      judge(calls.get(c), c * INPUTS * 8, out, wrong);
    }
    return wrong;
  }

  private static int items(Call call) {
    int widest = call.n();
    for (int width : call.widths()) {
      widest = Math.max(widest, width);
    }
    return INPUTS / widest;
  }

  private String arguments(List<Integer> widths) {
    StringBuilder text = new StringBuilder();
    for (int a = 0; a < types.length; a++) {
      int n = widths.get(a);
      String from = "((__global const %s *)(in + %d))".formatted(types[a].of(1), a * INPUTS * 8);
      String value = n == 1 ? from + "[i]" : "vload%d(i, %s)".formatted(n, from);
      text.append("  %s %s = %s;\n".formatted(types[a].of(n), "xyzw".charAt(a), value));
    }
    return text.toString();
  }

  private static String result(Call call, int at) {
    String to = "(__global %s *)(out + %d)".formatted(call.to().of(1), at);
    return call.n() == 1
        ? "  (%s)[i] = %s;\n".formatted(to, call.text())
        : "  vstore%d(%s, i, %s);\n".formatted(call.n(), call.text(), to);
  }

  private void judge(Call call, int from, ByteBuffer out, List<String> wrong) {
    int bad = 0;
    String first = "";
    for (int i = 0; i < items(call) * call.n(); i++) {
      long got = call.to().get(out, from + i * call.to().bytes);
      if (!call.rule().allows(i, got) && bad++ == 0) {
        StringBuilder text = new StringBuilder();
        for (int a = 0; a < types.length; a++) {
          int at = i / call.n() * call.widths().get(a) + i % call.n() % call.widths().get(a);
          text.append(' ').append(shown(types[a], bits(a, at)));
        }
        first = "element %d of%s is %s".formatted(i % call.n(), text, shown(call.to(), got));
      }
    }
    if (bad > 0) {
      wrong.add(
          "%s of %s, widths %s: %d wrong, %s"
              .formatted(call.text(), types[0], call.widths(), bad, first));
    }
  }

  private static String shown(Scalar type, long bits) {
    return type.isInteger() ? type.whole(bits).toString() : Double.toString(type.number(bits));
  }
}
