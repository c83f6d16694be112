// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import io.lockstep.io.Digests;
import io.lockstep.io.Resources;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Product;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A self-contained document that needs neither network nor other files. It is valid HTML and
 * well-formed XML. Equal sections and data produce identical bytes. Not thread-safe.
 */
public final class Page {
  private static final int FEW = 6; // maximum number of devices that are not folded
  private static final String STYLE = resource(Page.class, "page.css");

  /**
   * The script of all pages. The CDATA markers are comments in JavaScript; in XML they make the
   * script's text literal.
   */
  private static final String SCRIPT =
      "/*<![CDATA[*/\n" + resource(Page.class, "page.js") + "/*]]>*/";

  private final String title;
  private final Origin origin;
  private final List<Section> sections = new ArrayList<>();
  private String lead = "";
  private String json = "{}";
  private String style = "";

  public Page(String title, Origin origin) {
    this.title = title;
    this.origin = origin;
  }

  public Page lead(String words) {
    lead = words;
    return this;
  }

  /**
   * Sets the embedded data, and returns this page.
   *
   * @param document JSON document, equal to the command's JSON output
   */
  public Page data(String document) {
    json = document;
    return this;
  }

  /**
   * Adds the style of this kind of page, and returns this page.
   *
   * @param css CSS rules, placed after the common rules; they must use the common colours
   */
  public Page style(String css) {
    style = css;
    return this;
  }

  public Page add(Section section) {
    sections.add(section);
    return this;
  }

  public String write() {
    Element html = Element.of("html").with("lang", "en");
    Element head = html.child("head");
    head.child("meta").with("charset", "utf-8");
    head.child("meta")
        .with("name", "viewport")
        .with("content", "width=device-width, initial-scale=1");
    String policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + hash(SCRIPT) + "'";
    head.child("meta")
        .with("http-equiv", "Content-Security-Policy")
        .with("content", policy + "; base-uri 'none'; form-action 'none'");
    head.child("title", title);
    head.child("style", STYLE, style);
    Element body = html.child("body");
    body.child("a.skip", "Skip to the content").with("href", "#main");
    Element header = body.child("header");
    header.child("h1", title);
    if (!lead.isEmpty()) {
      header.p(lead);
    }
    Element command = Element.of("code", origin.command());
    header.child("p.origin", command, " · Lockstep " + origin.version());
    devices(header);
    Element contents = header.child("nav").with("aria-label", "Sections").child("ul");
    Element main = body.child("main").with("id", "main").with("tabindex", -1);
    for (Section s : sections) {
      contents.child("li", Element.of("a", s.title()).with("href", "#" + s.id()));
      Element section = main.child("section").with("id", s.id());
      section.with("aria-labelledby", s.id() + "-h");
      section.child("h2", s.title()).with("id", s.id() + "-h");
      s.body().accept(section);
    }
    body.child("p.said").with("id", "said").with("role", "status");
    body.child("script", EmbeddedJson.of(json)).with("type", "application/json").with("id", "data");
    body.child("script", SCRIPT);
    return "<!DOCTYPE html>\n" + html;
  }

  /** Names the product of each device; a long list is folded. */
  private void devices(Element header) {
    Map<String, String> products = new LinkedHashMap<>();
    origin.devices().forEach(d -> products.putIfAbsent(d.id(), product(d)));
    if (products.isEmpty()) {
      return;
    }
    boolean few = products.size() <= FEW;
    Element list = few ? header : header.details("The " + products.size() + " devices");
    Element items = list.child("ul.devices");
    products.forEach((id, words) -> items.child("li", Element.of("b", id), " " + words));
  }

  private static String product(DeviceSpec device) {
    Product product = device.product();
    String words =
        Stream.of(product.generation(), product.released())
            .filter(w -> !w.isEmpty())
            .collect(Collectors.joining(", "));
    return device.name() + (words.isEmpty() ? "" : " (" + words + ")");
  }

  private static String hash(String text) {
    byte[] sha = Digests.start().digest(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(sha);
  }

  /**
   * Reads a resource as text.
   *
   * @param beside class whose package contains the resource
   */
  public static String resource(Class<?> beside, String name) {
    return Resources.text(beside.getResourceAsStream(name));
  }
}
