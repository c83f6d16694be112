// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncludeTest {
  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aCircleOfIncludesIsRefusedWithItsFiles() throws IOException {
    write("b.yaml", "include: c.yaml\n");
    Path c = write("c.yaml", "about: circle\ninclude: [b.yaml]\n");
    Path a = write("a.yaml", "include: b.yaml\nworkloads: w.yaml\n");
    assertThatThrownBy(() -> SweepFile.read(a))
        .isInstanceOf(InputException.class)
        .hasMessage(c + ":2:11: files include each other in a circle: b.yaml -> c.yaml -> b.yaml");
    Path self = write("self.yaml", "include: self.yaml\n");
    assertThatThrownBy(() -> SweepFile.read(self))
        .hasMessage(self + ":1:10: files include each other in a circle: self.yaml -> self.yaml");
  }

  @Test
  void aFileMayBeIncludedTwiceButNotSeventeenDeep() throws IOException {
    write("i16.yaml", "workloads: w.yaml\n");
    for (int i = 15; i >= 0; i--) {
      write("i" + i + ".yaml", "include: [i" + (i + 1) + ".yaml, i16.yaml]\n");
    }
    assertThat(SweepFile.read(folder.resolve("i1.yaml")).workloads()).hasSize(1);
    assertThatThrownBy(() -> SweepFile.read(folder.resolve("i0.yaml")))
        .hasMessage(
            folder.resolve("i15.yaml") + ":1:11: files include each other deeper than 16 levels");
  }

  @Test
  void laterIncludesAreOnTopOfEarlierOnesAndTheFileOnTopOfAll() throws IOException {
    write("one.yaml", "workloads: w.yaml\nparameters: {a: 1, b: 1, c: 1}\nseed: 3\nlet: {x: 1}\n");
    write("two.yaml", "parameters: {b: 2, c: 2}\nlimits: {time: 5s}\nlet: {x: 2, y: 2}\n");
    Path file =
        write(
            "s.yaml",
            "include: [one.yaml, two.yaml]\nparameters: {c: {from: 3, to: 9}}\ndesign: sobol\n"
                + "points: 8\nlimits: {memory: 1GiB}\n");
    assertThat(SweepFile.read(file).text())
        .isEqualTo(
            """
            workloads:
              - file: "FOLDER/w.yaml"
            parameters:
              "a": ["1"]
              "b": ["2"]
              "c": {from: "3", to: "9", scale: linear}
            let:
              "x": "2"
              "y": "2"
            phases: [0]
            limits: {time: 5000ms, memory: 1073741824B}
            design: sobol
            points: 8
            seed: 3
            """
                .replace("FOLDER", folder.toString()));
  }
}
