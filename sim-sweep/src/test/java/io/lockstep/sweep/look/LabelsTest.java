// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelsTest {
  @ParameterizedTest
  @CsvSource({
    "/a/x.yaml /b/y.yml, x y",
    "/a/x.yaml /b/x.yaml, a/x b/x",
    "/a/x.yaml /b/x.yaml /b/z.yaml, a/x b/x z",
    "/p/a/x.yaml /q/a/x.yaml /q/b/x.yaml, p/a/x q/a/x b/x",
    "/x.yaml /x.yml, /x.yaml /x.yml",
    "/a/t.lkt, t.lkt",
    "/a/.yaml, .yaml"
  })
  @DisplayName("a workload's label has as many folders as tell it from the others")
  void labelsTellWorkloadsApart(String files, String labels) {
    List<Path> paths = Stream.of(files.split(" ")).map(Path::of).toList();
    Labels found = new Labels(paths);
    assertThat(paths.stream().map(found::of).toList()).containsExactly(labels.split(" "));
  }
}
