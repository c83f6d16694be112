// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.spi.Device;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The section of docs/check.md on what checks expect names the parameters that probes read. */
@Tag("slow")
class ExpectationsPageTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final List<String> DEVICES =
      List.of("hd5450", "8600gts", "mi100", "mi300a", "rtx3060");
  private static final Pattern NAME = Pattern.compile("`([a-z0-9_.*]+)`");

  /** A specification of which one parameter is larger or smaller. */
  private static final class Changed extends Declared {
    private final String changed;
    private final double factor;
    private final SortedSet<String> read = new TreeSet<>();

    Changed(DeviceSpec spec, Map<String, Double> family, String changed, double factor) {
      super(spec, family);
      this.changed = changed;
      this.factor = factor;
    }

    @Override
    double value(String path) {
      read.add(path);
      return super.value(path) * (path.equals(changed) ? factor : 1);
    }
  }

  /** A row of the table. */
  private record Row(List<String> checks, SortedSet<String> parameters) {
    boolean isOf(String check) {
      return checks.stream().anyMatch(c -> check.matches(c.replace(".", "\\.").replace("*", ".*")));
    }
  }

  private static SortedMap<String, Expected> expected(Declared declared, Device device, Part part) {
    Probes probes = new Probes(declared, device.capabilities());
    part.add(probes, device);
    SortedMap<String, Expected> all = new TreeMap<>();
    probes.made().forEach(p -> p.expected().ifPresent(e -> all.put(p.name(), e)));
    return all;
  }

  /** Probes of one kind. */
  private interface Part {
    void add(Probes probes, Device device);
  }

  private static final Part BANDWIDTHS = (probes, device) -> new BandwidthProbes(probes).add();

  /** All probes of {@link Microbenchmarks}. */
  private static final List<Part> PARTS =
      List.of(
          (probes, device) -> new RateProbes(probes).add(),
          (probes, device) -> new MatrixProbes(probes).add(),
          (probes, device) -> new LatencyProbes(probes).add(),
          BANDWIDTHS,
          (probes, device) -> new LocalProbes(probes).add(),
          (probes, device) -> new OccupancyProbes(probes, device).add(),
          (probes, device) -> new HostProbes(probes).add());

  /** Returns for each check the parameters that change what it expects. */
  private static Map<String, SortedSet<String>> read(String id) {
    DeviceSpec spec = CATALOGUE.spec(id);
    Device device = CATALOGUE.device(spec);
    Map<String, Double> family = CATALOGUE.declares(spec);
    Map<String, SortedSet<String>> all = new LinkedHashMap<>();
    for (Part part : PARTS) {
      Changed none = new Changed(spec, family, "", 1);
      SortedMap<String, Expected> plain = expected(none, device, part);
      plain.keySet().forEach(name -> all.put(name, new TreeSet<>()));
      // Of the lesser of two the other one counts where it is a sixteenth of itself.
      boolean isLarge = spec.value("unit.count") > 100 && part == BANDWIDTHS;
      for (double factor : isLarge ? new double[] {2, 1 / 16.0} : new double[] {2}) {
        for (String path : none.read) {
          expected(new Changed(spec, family, path, factor), device, part)
              .forEach(
                  (name, e) -> {
                    if (plain.containsKey(name) && !isSame(e, plain.get(name))) {
                      all.get(name).add(path);
                    }
                  });
        }
      }
    }
    return all;
  }

  private static boolean isSame(Expected a, Expected b) {
    return a.value() == b.value() && a.low() == b.low() && a.high() == b.high();
  }

  private static List<Row> rows() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "check.md"));
    String section = page.replaceFirst("(?s).*\n## What is expected\n", "").split("\n## ")[0];
    List<Row> rows = new ArrayList<>();
    for (String line : section.lines().filter(l -> l.startsWith("| `")).toList()) {
      String[] cells = line.split("\\|");
      rows.add(new Row(List.copyOf(names(cells[1])), names(cells[2])));
    }
    return rows;
  }

  private static SortedSet<String> names(String cell) {
    SortedSet<String> names = new TreeSet<>();
    Matcher m = NAME.matcher(cell);
    while (m.find()) {
      names.add(m.group(1));
    }
    return names;
  }

  @Test
  @DisplayName("each row names the parameters that its checks read, and no others")
  void eachRowNamesTheParametersThatItsChecksRead() throws IOException {
    List<Row> rows = rows();
    Map<Row, SortedSet<String>> used = new LinkedHashMap<>();
    rows.forEach(row -> used.put(row, new TreeSet<>()));
    for (String device : DEVICES) {
      read(device)
          .forEach(
              (check, parameters) -> {
                List<Row> own = rows.stream().filter(row -> row.isOf(check)).toList();
                assertThat(own).as("rows of %s", check).hasSize(1);
                Row row = own.get(0);
                assertThat(parameters)
                    .as("%s, %s: what the page names", device, check)
                    .allMatch(p -> row.parameters().stream().anyMatch(n -> matches(p, n)));
                used.get(row).addAll(parameters);
              });
    }
    used.forEach(
        (row, parameters) ->
            assertThat(row.parameters())
                .as("%s: read on one of %s", row.checks(), DEVICES)
                .allMatch(n -> parameters.stream().anyMatch(p -> matches(p, n))));
  }

  private static boolean matches(String parameter, String name) {
    return parameter.matches(name.replace(".", "\\.").replace("*", ".*"));
  }
}
