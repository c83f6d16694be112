// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.study.point.Point;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("lines of points")
class PointLinesTest {
  private static List<PointLine> read(byte[] text) {
    PointLines lines = new PointLines("points", new ByteArrayInputStream(text));
    List<PointLine> all = new ArrayList<>();
    for (Optional<PointLine> line = lines.next(); line.isPresent(); line = lines.next()) {
      all.add(line.get());
    }
    return all;
  }

  private static List<PointLine> read(String text) {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  @DisplayName("are points; numbers and texts are values as on a command line")
  void arePointsWithValuesAsOnACommandLine() {
    PointLine line =
        read("""
            {"id": "a", "workload": "w/m.yaml", "parameters": {"n": 64, "f": 1e-3}, "device": "d",\
             "set": {"l1.size": "8KiB", "dram.bandwidth": "*2", "x": 0.50}, "phase": 3}""")
            .get(0);
    assertThat(line.error()).isEmpty();
    assertThat(line.id().asText()).isEqualTo("a");
    assertThat(line.point())
        .isEqualTo(
            new Point(
                0,
                Path.of("w/m.yaml"),
                new TreeMap<>(Map.of("n", "64", "f", "0.001")),
                "d",
                new TreeMap<>(Map.of("l1.size", "8KiB", "dram.bandwidth", "*2", "x", "0.50")),
                3));
  }

  @Test
  @DisplayName("are numbered in the input; empty ones are counted and left out")
  void areNumberedInTheInputAndEmptyOnesLeftOut() {
    String line = "{\"workload\": \"w\", \"device\": \"d\"}";
    List<PointLine> lines = read("\n" + line + "\r\n \t\r\n" + line + "\n[]");
    assertThat(lines).extracting(PointLine::number).containsExactly(2L, 4L, 5L);
    assertThat(lines.get(0).point().index()).isZero();
    assertThat(lines.get(1).point().index()).isEqualTo(1);
    assertThat(lines.get(2).error()).contains("expected a JSON object", "found a list");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'workload': 'w' | column 17: no JSON; expected a JSON object such as",
        "{} {} | column 4: no JSON",
        "7 | line: expected a JSON object such as",
        "{'workload': 'w', 'devise': 'd'} | 'devise': unknown key; did you mean 'device'?",
        "{'device': 'd'} | 'workload': the key is missing; expected a workload file or a trace",
        "{'workload': '', 'device': 'd'} | 'workload': expected a workload file or a trace, found ''",
        "{'workload': '/', 'device': 'd'} | 'workload': no name of a file: '/'",
        "{'workload': 'w', 'device': ['d']} | 'device': expected a device id or a specification file, found a list",
        "{'workload': 'w', 'device': 'd', 'id': 1.5} | 'id': expected a text or a whole number, found 1.5",
        "{'workload': 'w', 'device': 'd', 'set': []} | 'set': expected an object of names and values, found a list",
        "{'workload': 'w', 'device': 'd', 'set': {'a': null}} | 'set.a': expected a number or a text, found null",
        "{'workload': 'w', 'device': 'd', 'phase': -1} | 'phase': expected a launch phase, a whole number from 0 to 1000000, found -1",
        "{'workload': 'w', 'device': 'd', 'phase': 4294967297} | 'phase': expected a launch phase"
      })
  @DisplayName("that are no points say what is wrong and where")
  void thatAreNoPointsSayWhatIsWrongAndWhere(String line, String error) {
    PointLine wrong = read(line.replace('\'', '"')).get(0);
    assertThat(wrong.point()).isNull();
    assertThat(wrong.error()).startsWith(error);
  }

  @Test
  @DisplayName("that are no points keep their id")
  void thatAreNoPointsKeepTheirId() {
    assertThat(read("{\"id\": 12345678901234567890, \"device\": 1}").get(0).id().toString())
        .isEqualTo("12345678901234567890");
  }

  @Test
  @DisplayName("of other bytes than UTF-8, or too long, are wrong and the next is read")
  void ofOtherBytesOrTooLongAreWrongAndTheNextIsRead() {
    byte[] good = "\n{\"workload\": \"w\", \"device\": \"d\"}".getBytes(StandardCharsets.UTF_8);
    byte[] latin = new byte[good.length + 5];
    System.arraycopy(new byte[] {'"', (byte) 0xfc, '"', ' ', ' '}, 0, latin, 0, 5);
    System.arraycopy(good, 0, latin, 5, good.length);
    List<PointLine> lines = read(latin);
    assertThat(lines.get(0).error()).isEqualTo("line: expected UTF-8, found other bytes");
    assertThat(lines.get(1).error()).isEmpty();

    byte[] tooLong = new byte[PointLines.MOST_BYTES + 1 + good.length];
    java.util.Arrays.fill(tooLong, (byte) 'x');
    System.arraycopy(good, 0, tooLong, PointLines.MOST_BYTES + 1, good.length);
    lines = read(tooLong);
    assertThat(lines.get(0).error()).isEqualTo("line: expected at most 1048576 bytes, found more");
    assertThat(lines.get(1).number()).isEqualTo(2);
    assertThat(lines.get(1).error()).isEmpty();
  }

  @Test
  @DisplayName("that cannot be read are an error of the input")
  void thatCannotBeReadAreAnErrorOfTheInput() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("Is a directory");
          }
        };
    assertThatThrownBy(() -> new PointLines("points", broken).next())
        .isInstanceOf(InputException.class)
        .hasMessage("points: cannot be read: Is a directory");
  }

  @Test
  @DisplayName("a device without line ends is refused, as it never ends")
  void refusesAnInputThatIsOneLineWithoutAnEnd() {
    InputStream zeros =
        new InputStream() {
          @Override
          public int read() {
            return 0;
          }
        };
    assertThatThrownBy(() -> new PointLines("zeros", zeros).next())
        .isInstanceOf(InputException.class)
        .hasMessage("zeros: line 1 has more than 268435456 bytes");
  }
}
