// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries of plug-ins; the jars are modules that the test compiles. */
class PluginSearchTest {
  private static final String RULE =
      """
      package rules;
      @io.lockstep.spi.SpiVersion(io.lockstep.spi.SpiVersion.CURRENT)
      public final class Rule implements Kind {
        @Override public String name() { return "mine"; }
        @Override public String definition() { return words.Words.SAID.toString(); }
      }
      interface Kind extends io.lockstep.spi.policy.Policy {}
      """;
  private static final String RULES =
      "module rules { requires io.lockstep.spi; requires words;"
          + " provides io.lockstep.spi.policy.Policy with rules.Rule; }";
  private static final String WORDS =
      "package %1$s; public class Words { public static final Object SAID = \"said by %1$s\"; }";

  @TempDir private Path folder;
  private Path plugins;

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void jar(String module) throws IOException {
    Path classes = folder.resolve("classes").resolve(module);
    try (JarOutputStream out =
            new JarOutputStream(Files.newOutputStream(plugins.resolve(module + ".jar")));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
  }

  @BeforeEach
  void compileThreeModules() throws IOException {
    Path sources = folder.resolve("src");
    plugins = Files.createDirectory(folder.resolve("plugins"));
    write(sources.resolve("rules/module-info.java"), RULES);
    write(sources.resolve("rules/rules/Rule.java"), RULE);
    for (String library : List.of("words", "unused")) {
      String info = "module %s { exports %s; }".formatted(library, library);
      write(sources.resolve(library).resolve("module-info.java"), info);
      Path words = sources.resolve(library).resolve(library).resolve("Words.java");
      write(words, WORDS.formatted(library));
    }
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-d", folder.resolve("classes").toString(), "-proc:none"));
    arguments.addAll(List.of("--release", "17", "--module-source-path", sources.toString()));
    arguments.addAll(List.of("-p", System.getProperty("jdk.module.path")));
    arguments.addAll(List.of("-m", "rules,words,unused"));
    StringWriter said = new StringWriter();
    PrintWriter to = new PrintWriter(said);
    ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
    assertThat(compiler.run(to, to, arguments.toArray(String[]::new))).as("%s", said).isZero();
    jar("rules");
  }

  @Test
  void aLibraryThatAPluginNeedsIsNoPluginThatIsLeftOut() throws IOException {
    jar("words");
    jar("unused");
    PluginSearch search = new PluginSearch().in(plugins);
    assertThat(search.policies())
        .extracting(offer -> offer.policy().definition())
        .containsExactly("said by words");
    assertThat(search.leftOut())
        .extracting(LeftOut::jar)
        .containsExactly(plugins.resolve("unused.jar").toString());
    assertThat(search.leftOut().get(0).reason()).endsWith("no plug-in beside it needs it");
  }

  @Test
  void aPluginWithoutItsLibraryIsLeftOut() throws IOException {
    jar("unused");
    PluginSearch search = new PluginSearch().in(plugins);
    assertThat(search.policies()).isEmpty();
    assertThat(search.leftOut())
        .extracting(LeftOut::jar)
        .containsExactly(
            plugins.resolve("rules.jar").toString(), plugins.resolve("unused.jar").toString());
    assertThat(search.leftOut().get(0).reason()).contains("cannot be resolved", "words");
  }
}
