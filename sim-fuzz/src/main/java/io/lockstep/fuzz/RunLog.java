// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A summary of Jazzer's log.
 *
 * @param edges number of branches taken in the target's packages
 * @param corpus number of inputs kept because they took a branch for the first time or more often
 * @param own line printed by {@link Entry}, or empty
 * @param titles first lines of the findings' stack traces
 */
record RunLog(long inputs, long edges, long corpus, long rssMiB, String own, List<String> titles) {
  private static final Pattern STATUS = Pattern.compile("cov: (\\d+).* corp: (\\d+)");
  private static final Pattern STAT = Pattern.compile("stat::(\\w+):\\s+(\\d+)");
  private static final Pattern OWN = Pattern.compile("lockstep-fuzz: \\w+: (\\d+) inputs, .*");

  /** Reads a log; {@code stopped}: a signal ended the run, which Jazzer reports as an error. */
  static RunLog read(Path log, boolean stopped) throws IOException {
    long edges = 0;
    long corpus = 0;
    Map<String, Long> stats = new LinkedHashMap<>();
    Map<String, Integer> titles = new LinkedHashMap<>();
    String own = "";
    long counted = 0;
    List<String> lines =
        new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      Matcher status = STATUS.matcher(lines.get(i));
      if (status.find()) {
        edges = Long.parseLong(status.group(1));
        corpus = Long.parseLong(status.group(2));
      }
      Matcher stat = STAT.matcher(lines.get(i));
      if (stat.find()) {
        stats.put(stat.group(1), Long.parseLong(stat.group(2)));
      }
      Matcher mine = OWN.matcher(lines.get(i));
      if (mine.find()) {
        own = mine.group();
        counted = Long.parseLong(mine.group(1));
      }
      if (lines.get(i).startsWith("== Java Exception")
          || lines.get(i).startsWith("== Java Assert")) {
        String where = i + 1 < lines.size() ? lines.get(i + 1).trim() : "";
        titles.merge(lines.get(i).substring(3).trim() + " " + where, 1, Integer::sum);
      } else if (!stopped && lines.get(i).contains("ERROR: libFuzzer: ")) {
        titles.merge(lines.get(i).replaceAll(".*ERROR: ", ""), 1, Integer::sum);
      }
    }
    return new RunLog(
        stats.getOrDefault("number_of_executed_units", counted),
        edges,
        corpus,
        stats.getOrDefault("peak_rss_mb", 0L),
        own,
        List.copyOf(titles.keySet()));
  }

  int findings() {
    return titles.size();
  }

  String line(String target) {
    return String.format(
        Locale.ROOT,
        "%s: %,d inputs, %,d branches, %,d inputs kept, %d findings, peak resident %d MiB%s",
        target,
        inputs,
        edges,
        corpus,
        findings(),
        rssMiB,
        own.isEmpty() ? "" : own.replaceFirst(".*? on average", ""));
  }
}
