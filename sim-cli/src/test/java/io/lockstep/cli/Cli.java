// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the command in this process and keeps what it printed. */
record Cli(int code, String out, String err) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Cli run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Cli(code, out.toString(), err.toString());
  }

  /** The results of a command that succeeds with {@code -f json}. */
  static List<JsonNode> results(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-f", "json"));
    List<JsonNode> results = new ArrayList<>();
    run(all.toArray(String[]::new)).json().get("results").forEach(results::add);
    return results;
  }

  /** A test workload's path. */
  static String workload(String name) {
    try {
      return Path.of(Cli.class.getResource("/workloads/" + name + ".yaml").toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An example's path. */
  static String example(String name) {
    return Shell.REPOSITORY.resolve("examples/" + name + ".yaml").toString();
  }

  /** The standard output of a command that succeeded, as JSON. */
  JsonNode json() {
    assertThat(code).as(all()).isZero();
    try {
      return JSON.readTree(out);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The whole output, for messages of assertions. */
  String all() {
    return "exit " + code + "\n" + out + err;
  }
}
