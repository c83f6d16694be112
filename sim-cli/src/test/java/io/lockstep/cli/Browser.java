// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real browser without a window, driven over a pipe with the protocol of its developers' tools:
 * no driver, no port, no network. Found by the property {@code browser}, then on the PATH.
 */
final class Browser implements AutoCloseable {
  private static final int SECONDS = 30;
  private static final List<String> NAMES =
      List.of("chromium-headless-shell", "chromium", "google-chrome", "chrome");

  private final ObjectMapper mapper = new ObjectMapper();
  private final Process process;
  private final OutputStream to;
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<JsonNode> events = Collections.synchronizedList(new ArrayList<>());
  private int sent;
  private String session;

  /** Opens one with a folder of its own. */
  Browser(Path profile) throws Exception {
    String program =
        find().orElseThrow(() -> new IllegalStateException("no browser on the PATH: " + NAMES));
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of("sh", "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", program));
    command.addAll(
        List.of("--headless", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run"));
    command.add("--disable-dev-shm-usage");
    command.add("--host-resolver-rules=MAP * ~NOTFOUND");
    command.add("--user-data-dir=" + profile);
    if (System.getProperty("user.name").equals("root")) {
      command.add("--no-sandbox"); // as root it does not start with one
    }
    process = new ProcessBuilder(command).start();
    to = process.getOutputStream();
    Thread reader = new Thread(this::read, "browser");
    reader.setDaemon(true);
    reader.start();
    String target =
        call("Target.createTarget", Map.of("url", "about:blank")).at("/targetId").asText();
    session =
        call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .at("/sessionId")
            .asText();
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  /** For {@code @EnabledIf}: whether there is one, or the lack of one is to be a failure. */
  static boolean isThereOrRequired() {
    return Boolean.getBoolean("browser.required") || find().isPresent();
  }

  static Optional<String> find() {
    String named = System.getProperty("browser", "");
    if (!named.isEmpty()) {
      return Optional.of(named);
    }
    List<String> folders = Arrays.asList(System.getenv("PATH").split(File.pathSeparator));
    return NAMES.stream()
        .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private void read() {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    try (InputStream in = process.getInputStream()) {
      byte[] block = new byte[1 << 16];
      for (int n = in.read(block); n >= 0; n = in.read(block)) {
        for (int i = 0; i < n; i++) {
          if (block[i] != 0) {
            message.write(block[i]);
            continue;
          }
          JsonNode node = mapper.readTree(message.toByteArray());
          message.reset();
          CompletableFuture<JsonNode> answer =
              node.has("id") ? waiting.remove(node.get("id").asInt()) : null;
          if (answer != null) {
            answer.complete(node);
          } else {
            events.add(node);
          }
        }
      }
    } catch (IOException e) {
      waiting.values().forEach(answer -> answer.completeExceptionally(e));
    }
  }

  /** Calls a method and gives its result. */
  JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    synchronized (this) {
      ObjectNode message = mapper.createObjectNode().put("id", ++sent).put("method", method);
      message.set("params", mapper.valueToTree(parameters));
      if (session != null) {
        message.put("sessionId", session);
      }
      waiting.put(sent, answer);
      to.write(mapper.writeValueAsBytes(message));
      to.write(0);
      to.flush();
    }
    JsonNode node = answer.get(SECONDS, TimeUnit.SECONDS);
    if (node.has("error")) {
      throw new IllegalStateException(method + ": " + node.get("error"));
    }
    return node.get("result");
  }

  /** Opens a page and waits until its script has done its work. */
  void open(Path page, String fragment) throws Exception {
    call("Page.navigate", Map.of("url", "about:blank"));
    events.clear();
    call("Page.navigate", Map.of("url", page.toUri() + fragment));
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!"yes".equals(js("document.documentElement?.dataset.ready || ''").asText())) {
      if (System.nanoTime() > until) {
        throw new IllegalStateException("the page does not get ready: " + problems());
      }
      Thread.sleep(10);
    }
  }

  /** The value of an expression; what it promises, where it is a promise. */
  JsonNode js(String expression) throws Exception {
    JsonNode result =
        call(
            "Runtime.evaluate",
            Map.of(
                "expression",
                expression,
                "awaitPromise",
                true,
                "returnByValue",
                true,
                "userGesture",
                true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(result.get("exceptionDetails").toString());
    }
    return result.at("/result/value");
  }

  /** Presses and lets go of a key. */
  void press(String key, int code) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          Map.of(
              "type",
              type,
              "key",
              key,
              "code",
              key,
              "windowsVirtualKeyCode",
              code,
              "text",
              type.equals("keyDown") && key.equals("Enter") ? "\r" : ""));
    }
  }

  void width(int pixels) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
  }

  void dark(boolean dark) throws Exception {
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
  }

  byte[] pdf() throws Exception {
    JsonNode pdf = call("Page.printToPDF", Map.of("preferCSSPageSize", true));
    return Base64.getDecoder().decode(pdf.get("data").asText());
  }

  /** What the console says of errors and warnings since the page was opened. */
  List<String> problems() {
    synchronized (events) {
      return events.stream()
          .filter(
              e -> {
                String method = e.path("method").asText();
                return method.equals("Runtime.exceptionThrown")
                    || method.equals("Runtime.consoleAPICalled")
                    || method.equals("Log.entryAdded");
              })
          .map(JsonNode::toString)
          .toList();
    }
  }

  /** Addresses that were asked for since the page was opened. */
  List<String> requests() {
    synchronized (events) {
      return events.stream()
          .filter(e -> e.path("method").asText().equals("Network.requestWillBeSent"))
          .map(e -> e.at("/params/request/url").asText())
          .filter(url -> !url.equals("about:blank"))
          .toList();
    }
  }

  /** A file of the class path as text. */
  static String resource(String name) throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() throws Exception {
    session = null;
    try {
      call("Browser.close", Map.of());
    } finally {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        Stream.concat(process.descendants(), Stream.of(process.toHandle()))
            .forEach(ProcessHandle::destroyForcibly);
      }
    }
  }
}
