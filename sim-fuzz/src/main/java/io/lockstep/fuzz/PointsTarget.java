// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.study.point.PointRequests;
import io.lockstep.study.stream.PointLine;
import io.lockstep.study.stream.PointLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads lines of points and looks up their devices, without simulating them. */
final class PointsTarget implements FuzzTarget {
  private static final Pattern SHOWN = Pattern.compile("```json\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern POSITION =
      Pattern.compile("line: .|column [0-9]+: .|'.*': .|device '|--set .*: .", Pattern.DOTALL);
  private static final int MOST_LOOKED = 20;

  private final Catalogue catalogue = Catalogue.of(Optional.empty(), List.of());

  @Override
  public String name() {
    return "points";
  }

  @Override
  public List<String> packages() {
    return List.of("io.lockstep.study.**", "io.lockstep.run.**", "com.fasterxml.jackson.core.**");
  }

  @Override
  public boolean isText() {
    return true;
  }

  @Override
  public void run(byte[] input) {
    PointLines lines = new PointLines("points", new ByteArrayInputStream(input));
    PointRequests requests = new PointRequests(catalogue);
    long number = 0;
    int looked = 0;
    for (Optional<PointLine> line = lines.next(); line.isPresent(); line = lines.next()) {
      PointLine one = line.get();
      if (one.number() <= number || (one.point() == null) == one.error().isEmpty()) {
        throw new AssertionError("line " + one.number() + " after " + number + ": " + one);
      }
      number = one.number();
      String error = one.error();
      if (error.isEmpty() && looked++ < MOST_LOOKED) {
        error = problem(requests, one);
      }
      if (!error.isEmpty()) {
        Contract.message(POSITION, error, null);
      }
    }
  }

  private static String problem(PointRequests requests, PointLine line) {
    if (line.point().device().contains("/") || line.point().device().matches(".*\\.ya?ml")) {
      return ""; // the text must not name other files of this machine
    }
    try {
      return requests.apply(line.point()).problem();
    } catch (InputException e) {
      return e.getMessage();
    }
  }

  @Override
  public SortedMap<String, byte[]> seeds(Path root, int most) throws IOException {
    SortedMap<String, byte[]> seeds = new TreeMap<>();
    Matcher shown = SHOWN.matcher(Files.readString(root.resolve("docs/points.md")));
    for (int i = 0; shown.find(); i++) {
      seeds.put("page-" + i, shown.group(1).getBytes(StandardCharsets.UTF_8));
    }
    return seeds;
  }
}
