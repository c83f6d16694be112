package io.lockstep.run.line;

import io.lockstep.run.card.SourceLines;
import java.nio.file.Path;
import java.util.function.BiFunction;

/**
 * Which line of which file people know a kernel's line as, and its text: the kernel's own, or that
 * of the source it was compiled from where its text says so. Not thread-safe.
 */
public final class LinePlaces {
  /**
   * A line of a file.
   *
   * @param file as the kernel or its text names it
   * @param line from 1
   * @param text without the blanks around it; empty where the file cannot be read
   */
  public record Place(String file, int line, String text) {}

  /** Knows of no texts. */
  public static final LinePlaces NOWHERE = of(new SourceLines(Path.of("")));

  private final SourceLines sources;
  private final BiFunction<String, Integer, Place> compiled;

  /**
   * Reads nothing before it is asked.
   *
   * @param sources texts of lines
   * @param compiled what a line of a kernel's file was compiled from, its text left empty; null
   *     where the file does not say
   */
  public LinePlaces(SourceLines sources, BiFunction<String, Integer, Place> compiled) {
    this.sources = sources;
    this.compiled = compiled;
  }

  /**
   * {@return places in the kernels' own files}
   *
   * @param sources texts of lines
   */
  public static LinePlaces of(SourceLines sources) {
    return new LinePlaces(sources, (file, line) -> null);
  }

  /**
   * {@return where a line is}
   *
   * @param file name of the kernel's text
   * @param line of it, from 1
   */
  public Place place(String file, int line) {
    Place from = compiled.apply(file, line);
    Place shown = from == null ? new Place(file, line, "") : from;
    return new Place(shown.file(), shown.line(), sources.line(shown.file(), shown.line()));
  }
}
