// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Java that pages for authors of plug-ins show is Java. */
class SnippetsTest {
  private static final Pattern SNIPPET = Pattern.compile("(?ms)^```java\n(.*?)^```");

  /** What stands around a snippet: names that pages use without a declaration. */
  private static final String AROUND =
      """
      import static io.lockstep.spi.spec.Dimension.*;
      import io.lockstep.core.engine.*;
      import io.lockstep.core.queue.*;
      import io.lockstep.parts.access.*;
      import io.lockstep.parts.board.*;
      import io.lockstep.parts.dispatch.*;
      import io.lockstep.parts.dram.*;
      import io.lockstep.parts.issue.*;
      import io.lockstep.parts.memory.*;
      import io.lockstep.parts.memory.map.*;
      import io.lockstep.parts.memory.spec.*;
      import io.lockstep.parts.transaction.*;
      import io.lockstep.parts.unit.*;
      import io.lockstep.spi.*;
      import io.lockstep.spi.host.*;
      import io.lockstep.spi.spec.*;
      import io.lockstep.spi.stats.*;
      import io.lockstep.tck.*;

      abstract class Around {
        SpecSchema.Builder keys;
        Simulation simulation;
        GpuConfig config;
        AddressMap addressMap;
        int[] order;
        ComputeUnitConfig unit;
        MemoryUnitConfig vector;

        static class MyGpuProvider implements DeviceProvider {
          public String family() { return ""; }
          public SpecSchema schema() { return null; }
          public java.util.List<DeviceSpec> catalogue() { return null; }
          public Device device(DeviceSpec spec) { return null; }
        }
      %s
      }
      """;

  @TempDir private Path folder;

  /** Returns the snippets of a page as compilation units. */
  private List<String> units(Path page) throws Exception {
    StringBuilder members = new StringBuilder();
    List<String> units = new ArrayList<>();
    Matcher m = SNIPPET.matcher(Files.readString(page));
    int number = 0;
    while (m.find()) {
      String text = m.group(1).replace("{ … }", "{}");
      if (text.startsWith("package ")) {
        units.add(text);
      } else if (text.contains("class ")) {
        members.append(text);
      } else {
        members.append("void snippet").append(number++).append("() {\n").append(text).append("}\n");
      }
    }
    units.add(AROUND.formatted(members));
    return units;
  }

  @ParameterizedTest
  @DisplayName("every Java snippet of a page compiles")
  @ValueSource(
      strings = {
        "docs/plugins.md",
        "docs/policies.md",
        "docs/your-first-device.md",
        "device-tck/README.md",
        "sim-parts/README.md",
        "sim-device/README.md"
      })
  void everySnippetCompiles(String page) throws Exception {
    List<String> args = new ArrayList<>(List.of("--release", "17", "-proc:none", "-d"));
    args.add(folder.resolve("classes").toString());
    args.addAll(List.of("-cp", System.getProperty("java.class.path")));
    Pattern type = Pattern.compile("(?m)^(?:public final |abstract )class (\\w+)");
    for (String unit : units(Path.of("..", page))) {
      Matcher name = type.matcher(unit);
      assertThat(name.find()).isTrue();
      Path file = folder.resolve(name.group(1) + ".java");
      Files.writeString(file, unit);
      args.add(file.toString());
    }
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code =
        ToolProvider.findFirst("javac").orElseThrow().run(out, out, args.toArray(String[]::new));
    assertThat(code).as("%s:\n%s", page, said).isZero();
  }
}
