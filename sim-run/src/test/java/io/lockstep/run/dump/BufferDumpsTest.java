// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.workload.WorkloadExecution;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Buffers of a program, in each format. */
class BufferDumpsTest {
  private static final int COUNT = 20_000; // more than a write or a part of lines holds

  @TempDir private Path folder;

  private Path workload() throws IOException {
    return Files.writeString(
        folder.resolve("w.yaml"),
        "name: w\nbuffers:\n  a: {type: u32, count: "
            + COUNT
            + ", init: {iota: {start: 5, step: 3}}}\nsteps: [{upload: a}]\n");
  }

  private void dump(String... dumps) throws IOException {
    List<BufferDump> wanted = new ArrayList<>();
    for (String dump : dumps) {
      wanted.add(BufferDump.parse(dump).orElseThrow());
    }
    Runner runner = new Runner(new Catalogue(List.of()), Plugins.frontends());
    try (BufferDumps all = new BufferDumps(wanted);
        WorkloadExecution execution = runner.execute(workload(), Map.of(), RunOptions.defaults())) {
      assertThat(all.areWanted()).isTrue();
      all.open(execution);
      all.write();
    }
  }

  private static byte[] elements() {
    ByteBuffer bytes = ByteBuffer.allocate(4 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < COUNT; i++) {
      bytes.putInt(5 + 3 * i);
    }
    return bytes.array();
  }

  @Test
  void aBufferIsWrittenInSeveralFormats() throws IOException {
    Path bin = folder.resolve("a.bin");
    Path csv = folder.resolve("a.CSV");
    Path npy = folder.resolve("a.npy");
    dump("a=" + bin, "a=" + csv, "a=" + npy);
    assertThat(bin).hasBinaryContent(elements());
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(COUNT + 1).startsWith("index,value", "0,5", "1,8");
    assertThat(lines.get(COUNT)).isEqualTo((COUNT - 1) + "," + (5 + 3 * (COUNT - 1)));
    assertThat(lines.get(4097)).isEqualTo("4096," + (5 + 3 * 4096));
    NumpyFile array = NumpyFile.open(npy);
    assertThat(array.text()).isEqualTo("u32 [" + COUNT + "]");
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    array.read((part, n) -> read.write(part, 0, n));
    assertThat(read.toByteArray()).isEqualTo(elements());
  }

  @Test
  void aBufferThatDoesNotExistLeavesNoFile() {
    Path bin = folder.resolve("b.bin");
    assertThatThrownBy(() -> dump("b=" + bin)).hasMessageContaining("--dump b=" + bin);
    assertThat(bin).doesNotExist();
  }

  @Test
  void tracesAndSeveralTextsHaveNoContents() {
    BufferDumps some = new BufferDumps(List.of(BufferDump.parse("a=f.bin").orElseThrow()));
    assertThatThrownBy(() -> some.refuseTrace(Path.of("t.lkt")))
        .hasMessageStartingWith("t.lkt: a recorded trace holds no contents of buffers")
        .hasMessageEndingWith("--dump a=f.bin");
    assertThat(BufferDumps.none().areWanted()).isFalse();
    BufferDumps.none().refuseTrace(Path.of("t.lkt"));
    BufferDumps.none().write();
  }

  @ParameterizedTest
  @CsvSource({
    "c=c.npy, true",
    "c=.bin, true",
    "=c.npy, false",
    "c=, false",
    "c, false",
    "c=c.txt, false",
    "c=cbin, false"
  })
  void aDumpNamesABufferAndAFileWithAnEnding(String text, boolean fits) {
    assertThat(BufferDump.parse(text).isPresent()).isEqualTo(fits);
    assertThat(DumpFormat.of(Path.of("/"))).isEmpty();
  }
}
