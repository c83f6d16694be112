// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.oracle;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process whose answers are known beforehand and that keeps what it is sent. */
final class ScriptedPocl extends Process {
  static final String NAME = "pocl 9";

  private final ByteArrayOutputStream answers = new ByteArrayOutputStream();
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final int code;
  private final String errors;
  boolean isEnded;
  boolean isChildEnded; // a process that it has started itself

  /** A process that answers nothing on its own, writes to standard error and ends with a code. */
  ScriptedPocl(int code, String errors) {
    this.code = code;
    this.errors = errors;
  }

  /** Returns a process that has said who it is. */
  static ScriptedPocl started() {
    return new ScriptedPocl(0, "").says("oracle " + NAME.length() + "\n" + NAME);
  }

  ScriptedPocl says(String text) {
    return says(text.getBytes(StandardCharsets.UTF_8));
  }

  ScriptedPocl says(byte[] bytes) {
    answers.writeBytes(bytes);
    return this;
  }

  /** Returns what it was sent, with one character per byte. */
  String sent() {
    return sent.toString(StandardCharsets.ISO_8859_1);
  }

  PoclProcess process() {
    return new PoclProcess("w.yaml:1:1", this);
  }

  @Override
  public InputStream getInputStream() {
    return new ByteArrayInputStream(answers.toByteArray());
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        if (code != 0) {
          throw new IOException("closed");
        }
        sent.write(b);
      }
    };
  }

  @Override
  public InputStream getErrorStream() {
    return new ByteArrayInputStream(errors.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) {
    return true;
  }

  @Override
  public int waitFor() {
    return code;
  }

  @Override
  public int exitValue() {
    return code;
  }

  @Override
  public Stream<ProcessHandle> descendants() {
    InvocationHandler child =
        (proxy, method, arguments) -> {
          isChildEnded = method.getName().equals("destroyForcibly");
          return isChildEnded;
        };
    Class<?>[] type = {ProcessHandle.class};
    return Stream.of(
        (ProcessHandle) Proxy.newProxyInstance(ScriptedPocl.class.getClassLoader(), type, child));
  }

  @Override
  public Process destroyForcibly() {
    destroy();
    return this;
  }

  @Override
  public void destroy() {
    isEnded = true;
  }
}
