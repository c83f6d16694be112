package io.lockstep.report.page;

import io.lockstep.io.Digests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A self-contained document, without network or other files. It is HTML and well-formed XML. The
 * same sections and data give the same bytes. Not thread-safe.
 */
public final class Page {
  private static final String STYLE = resource("page.css");

  /** As HTML the marks are remarks; as XML what lies between them is plain text. */
  private static final String SCRIPT = script(resource("page.js"));

  private final String title;
  private final Origin origin;
  private final List<Section> sections = new ArrayList<>();
  private String lead = "";
  private String json = "{}";
  private String style = "";
  private String part = "";

  /**
   * @param title what it shows
   * @param origin where its figures come from
   */
  public Page(String title, Origin origin) {
    this.title = title;
    this.origin = origin;
  }

  /**
   * Sets the text below the title.
   *
   * @param words one or two sentences
   * @return this
   */
  public Page lead(String words) {
    lead = words;
    return this;
  }

  /**
   * Sets the data of the page.
   *
   * @param document JSON as the same command prints it
   * @return this
   */
  public Page data(String document) {
    json = document;
    return this;
  }

  /**
   * Adds style and script for this kind of page.
   *
   * @param css rules after those of every page, without new colours
   * @param js pushes a function to {@code window.parts}, which receives the script's helpers
   * @return this
   */
  public Page own(String css, String js) {
    style = css;
    part = script(js);
    return this;
  }

  private static String script(String js) {
    return "/*<![CDATA[*/\n" + js + "/*]]>*/";
  }

  /**
   * Adds a section.
   *
   * @param section behind those before
   * @return this
   */
  public Page add(Section section) {
    sections.add(section);
    return this;
  }

  /** {@return the document} */
  public String write() {
    Markup page = new Markup();
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    page.raw("style-src 'unsafe-inline'; script-src " + hashes() + "; ");
    page.raw("base-uri 'none'; form-action 'none'\"/>\n");
    page.element("title", title)
        .raw("\n<style>\n")
        .raw(STYLE)
        .raw(style)
        .raw("</style>\n</head>\n<body>\n");
    page.raw("<a class=\"skip\" href=\"#main\">Skip to the figures</a>\n<header>");
    page.element("h1", title).raw("\n");
    if (!lead.isEmpty()) {
      page.element("p", lead).raw("\n");
    }
    page.raw("<p class=\"origin\">");
    page.element("code", origin.command()).text(" · Lockstep " + origin.version()).raw("</p>\n");
    navigation(page);
    page.raw("</header>\n<main id=\"main\" tabindex=\"-1\">\n");
    for (Section s : sections) {
      page.raw("<section id=\"" + s.id() + "\" aria-labelledby=\"" + s.id() + "-h\">");
      page.element("h2 id=\"" + s.id() + "-h\"", s.title()).raw("\n");
      s.body().accept(page);
      page.raw("</section>\n");
    }
    page.raw("</main>\n<p id=\"said\" class=\"said\" role=\"status\"></p>\n");
    page.raw("<script type=\"application/json\" id=\"data\">").raw(EmbeddedJson.of(json));
    page.raw("</script>\n");
    if (!part.isEmpty()) {
      page.raw("<script>").raw(part).raw("</script>\n");
    }
    page.raw("<script>").raw(SCRIPT).raw("</script>\n</body>\n</html>\n");
    return page.toString();
  }

  private void navigation(Markup page) {
    page.raw("<nav aria-label=\"Sections\"><ul>\n");
    for (Section s : sections) {
      page.raw("<li>").element("a href=\"#" + s.id() + "\"", s.title()).raw("</li>\n");
    }
    page.raw("</ul></nav>\n");
  }

  private String hashes() {
    String every = "'sha256-" + hash(SCRIPT) + "'";
    return part.isEmpty() ? every : "'sha256-" + hash(part) + "' " + every;
  }

  private static String hash(String text) {
    byte[] sha = Digests.start().digest(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(sha);
  }

  static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
