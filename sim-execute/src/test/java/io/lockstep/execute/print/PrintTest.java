// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.print;

import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.TestKernel;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What kernels print. */
class PrintTest {
  private static List<String> print(String format, long... words) {
    TestKernel k = new TestKernel(1, 1, 1);
    k.resources = LaunchResources.none();
    int text = k.memory.allocate("text", Type.I8, 256, null);
    byte[] bytes = format.getBytes(StandardCharsets.ISO_8859_1);
    k.memory.write(text, 0, bytes, 0, bytes.length);
    int block = k.memory.allocate("block", Type.I64, 256, null);
    for (int n = 0; n < words.length; n++) {
      k.memory.storeLong(Address.of(block, 8 * n), words[n]);
    }
    k.add(
        InstructionBuilder.of(Op.PRINTF, Type.I32)
            .from(i(Address.of(text, 0)), i(Address.of(block, 0)))
            .to(k.register(Type.I32)));
    k.exit();
    k.run();
    return k.resources.output().lines();
  }

  /** The texts are those of C's printf (glibc 2.36). */
  @ParameterizedTest(name = "{0} of {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "%d|-7|-7",
        "%5d.|42|`   42.`",
        "%-5d.|42|`42   .`",
        "%05d|-42|-0042",
        "%+d % d|42|`+42  0`",
        "%.3d|5|005",
        "%u|4294967295|4294967295",
        "%ld|-9000000000|-9000000000",
        "%lu|-1|18446744073709551615",
        "%hhd|255|-1",
        "%hu|70000|4464",
        "%x %X|48879|`beef 0`",
        "%#x|255|0xff",
        "%08x|48879|0000beef",
        "%o %#o|8|`10 0`",
        "%c|65|A",
        "%5c.|65|`    A.`",
        "100%%|0|100%",
        "%p|4096|0x1000",
        "%q|1|%q",
      })
  void integersPrintAsPrintfOfCHasThem(String format, long value, String text) {
    assertThat(print(format, value)).containsExactly(text);
  }

  @ParameterizedTest(name = "{0} of {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "%f|0.1|0.100000",
        "%.20f|0.1|0.10000000000000000555",
        "%.0f|2.5|2",
        "%.0f|3.5|4",
        "%8.2f.|-3.14159|`   -3.14.`",
        "%08.2f|-3.14159|-0003.14",
        "%e|12345.678|1.234568e+04",
        "%.0e|12345.678|1e+04",
        "%E|0|0.000000E+00",
        "%g|0.0001|0.0001",
        "%g|0.00001|1e-05",
        "%g|1000000|1e+06",
        "%g|123456|123456",
        "%.3g|999.9|1e+03",
        "%#g|1.5|1.50000",
        "%f|Infinity|inf",
        "%5.1F|NaN|`  NAN`",
        "%a|1.5|0x1.8p+0",
        "%a|0.25|0x1p-2",
      })
  void realsPrintAsPrintfOfCHasThem(String format, double value, String text) {
    assertThat(print(format, Double.doubleToRawLongBits(value))).containsExactly(text);
  }

  /** The texts are those of C's printf (gcc 12, glibc 2.36). */
  @ParameterizedTest(name = "{0} of {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "%.13a|1|`0x1.0000000000000p+0`",
        "%.1a|1.9990000000000001|`0x2.0p+0`",
        "%.0a|1.5|`0x2p+0`",
        "%.0a|2.5|`0x1p+1`",
        "%.0a|1.49|`0x1p+0`",
        "%.2a|0.10000000000000001|`0x1.9ap-4`",
        "%.12a|3.1415926535897931|`0x1.921fb54442d2p+1`",
        "%.16a|0.10000000000000001|`0x1.999999999999a000p-4`",
        "%a|0|`0x0p+0`",
        "%a|4.9406564584124654e-324|`0x0.0000000000001p-1022`",
        "%.3a|4.9406564584124654e-324|`0x0.000p-1022`",
        "%.0a|2.2250738585072009e-308|`0x1p-1022`",
        "%#.0a|1|`0x1.p+0`",
        "%#a|1|`0x1.p+0`",
        "%015.2a|3.75|`0x0000001.e0p+1`",
        "%-12.1a.|-1.5|`-0x1.8p+0   .`",
        "%12.1a.|-1.5|`   -0x1.8p+0.`",
        "%+.1A|2.71|`+0X1.6P+1`",
        "% a|1.5|` 0x1.8p+0`",
        "%.1a|1.03125|`0x1.0p+0`",
        "%.1a|1.09375|`0x1.2p+0`",
        "%.0a|3.8999999999999999|`0x2p+1`",
        "%.0a|-0|`-0x0p+0`",
        "%010a|NaN|`       nan`",
        "%a|-Infinity|`-inf`",
        "%.20a|1.7976931348623157e+308|`0x1.fffffffffffff0000000p+1023`",
        "%.0a|1.7976931348623157e+308|`0x2p+1023`",
        "%08.1a|0|`0x0.0p+0`",
        "%.13a|0.10000000000000001|`0x1.999999999999ap-4`",
        "%.5a|100|`0x1.90000p+6`",
      })
  void hexadecimalRealsAreRoundedAsPrintfOfCRoundsThem(String format, double value, String text) {
    assertThat(print(format, Double.doubleToRawLongBits(value))).containsExactly(text);
  }

  private static final long WORD = 0x8007_7fff_ff80_01ffL;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "%v2hhd|-1,1",
        "%v3hhd.|`-1,1,-128.`",
        "%v4hhx|ff,1,80,ff",
        "%v8hhu|255,1,128,255,255,127,7,128",
        "%v16hho|377,1,200,377,377,177,7,200,377,1,200,377,377,177,7,200",
        "%v2hd|511,-128",
        "%v3hu|511,65408,32767",
        "%#v4hX|0X1FF,0XFF80,0X7FFF,0X8007",
        "%v2hld|-8388097,-2146992129",
        "%v4hlx|ff8001ff,80077fff,ff8001ff,80077fff",
        "%-6.4v2hhd.|`-0001 ,0001  .`",
        "%06v2hd|000511,-00128",
        "%v2lx|80077fffff8001ff,80077fffff8001ff",
        "%v3ld|-9221260974537833985,-9221260974537833985,-9221260974537833985",
        "%v2x|ff8001ff,80077fff",
        "%v4hhf|%v4hhf",
        "%v2s|%v2s",
        "%v5hld|%v5hld",
        "%v|%v",
      })
  void vectorsOfIntegersPrintTheirElementsWithCommas(String format, String text) {
    long[] words = new long[16];
    java.util.Arrays.fill(words, WORD);
    assertThat(print(format, words)).containsExactly(text);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "%v4hlf|1.000000,-2.500000,inf,nan",
        "%v3hle|1.000000e+00,-2.500000e+00,inf",
        "%v4hlG|1,-2.5,INF,NAN",
        "%5.1v2hlf|`  1.0, -2.5`",
        "%+05.1v4hlf|`+01.0,-02.5, +inf, +nan`",
        "%.0v2hla|0x1p+0,-0x1p+1",
      })
  void vectorsOfFloatsPrintTheirElementsWithCommas(String format, String text) {
    long high = Float.floatToRawIntBits(-2.5f);
    long first = high << 32 | Float.floatToRawIntBits(1);
    long second = 0x7fc0_0000L << 32 | Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
    assertThat(print(format, first, second)).containsExactly(text);
  }

  @Test
  void vectorsLieAtMultiplesOfTheirSizesAndThreeElementsTakeThePlaceOfFour() {
    long d = Double.doubleToRawLongBits(0.5);
    assertThat(print("%d %v3lf %d", 7, 0, 0, 0, d, d, d, 0, 9))
        .containsExactly("7 0.500000,0.500000,0.500000 9");
    assertThat(print("%d %v3hhd %d", 7 | 0x7f03_0201L << 32, 9)).containsExactly("7 1,2,3 9");
    assertThat(print("%v16lf", d, d, d, d, d, d, d, d, d, d, d, d, d, d, d, d).get(0).split(","))
        .hasSize(16)
        .containsOnly("0.500000");
    assertThat(print("%v4hf", 0x7c00_3800_c000_3c00L))
        .containsExactly("1.000000,-2.000000,0.500000,inf");
    assertThat(print("%*v2hd", 5 | 0x0002_0001L << 32)).containsExactly("    1,    2");
  }

  @Test
  @DisplayName("arguments lie at multiples of their sizes; widths may be arguments")
  void argumentsLieAtMultiplesOfTheirSizesWidthsMayBeArguments() {
    assertThat(print("%d %lld %d", 1, 2, 3)).containsExactly("1 2 3");
    // Two ints share a word: width 6, then 17; then a double.
    assertThat(print("%*d|%f", 6 | 17L << 32, Double.doubleToRawLongBits(1.5)))
        .containsExactly("    17|1.500000");
    assertThat(print("a\nb")).containsExactly("a", "b");
    assertThat(print("%")).containsExactly("%");
    assertThat(print("")).isEmpty();
  }

  @Test
  @DisplayName("in the order of work-items between barriers, whatever path they take")
  void inTheOrderOfWorkItemsBetweenBarriersWhateverPathTheyTake() {
    TestKernel k = new TestKernel(4, 1, 1);
    k.resources = LaunchResources.none();
    int text = k.memory.allocate("text", Type.I8, 256, null);
    byte[] bytes = "i%d\n\0o%d\n".getBytes(StandardCharsets.ISO_8859_1);
    k.memory.write(text, 0, bytes, 0, bytes.length);
    k.builder.variable(
        new io.lockstep.kernel.type.Variable("block", Space.PRIVATE, 0, 16, 8, new byte[0]));
    int id = k.special(Special.LOCAL_ID_X);
    k.add(
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(i(0), r(id))
            .memory(TestKernel.access(Space.PRIVATE, Type.I32, 1)));
    int odd = k.op(Type.I32, InstructionBuilder.of(Op.AND, Type.I32).from(r(id), i(1)));
    int p = k.register(Type.I1);
    k.add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(io.lockstep.kernel.type.Comparison.NE)
            .to(p)
            .from(r(odd), i(0)));
    k.add(InstructionBuilder.of(Op.BRANCH, Type.I1).guard(p, false));
    int evens = k.builder.block();
    int odds = k.builder.block();
    int meet = k.builder.block();
    int last = k.builder.block();
    k.builder.successors(k.block, evens, odds);
    long own = Address.PRIVATE_WINDOW << Address.OFFSET_BITS;
    k.block = evens;
    k.add(InstructionBuilder.of(Op.PRINTF, Type.I32).from(i(Address.of(text, 0)), i(own)));
    k.add(InstructionBuilder.of(Op.JUMP, Type.I1));
    k.builder.successors(evens, meet);
    k.block = odds;
    k.add(InstructionBuilder.of(Op.PRINTF, Type.I32).from(i(Address.of(text, 0)), i(own)));
    k.add(InstructionBuilder.of(Op.JUMP, Type.I1));
    k.goOn(meet);
    k.add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(i(0)));
    k.builder.successors(meet, last);
    k.block = last;
    k.add(InstructionBuilder.of(Op.PRINTF, Type.I32).from(i(Address.of(text, 5)), i(own)));
    k.exit();
    k.run();
    assertThat(k.resources.output().lines())
        .containsExactly("i0", "i1", "i2", "i3", "o0", "o1", "o2", "o3");
  }

  @Test
  @DisplayName("texts without end and texts without bound are errors")
  void textsWithoutEndAndTextsWithoutBoundAreErrors() {
    TestKernel k = new TestKernel(1, 1, 1);
    k.add(InstructionBuilder.of(Op.PRINTF, Type.I32).from(i(64), i(0)));
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("1-byte access at 0x40, which lies in no buffer (printf)");
    KernelOutput output = new KernelOutput();
    output.add("x".repeat(KernelOutput.MAX_CHARACTERS));
    assertThatThrownBy(() -> output.add("y")).hasMessageContaining("prints more than 16777216");
  }
}
