// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** Runs the command in this process and keeps what it printed. */
record Cli(int code, String out, String err) {
  static Cli run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.execute(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Cli(code, out.toString(), err.toString());
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

  /** The whole output, for messages of assertions. */
  String all() {
    return "exit " + code + "\n" + out + err;
  }
}
