package io.lockstep.trace.change;

/**
 * Maps lines of kernels' texts to the lines of the source that users know, for example of OpenCL C
 * behind PTX.
 */
@FunctionalInterface
public interface SourcePlaces {
  /**
   * A line of a source file.
   *
   * @param file its name, with or without a folder
   * @param line from 1; 0 if unknown
   */
  record Place(String file, int line) {
    /** {@return the file's name without the folder} */
    String fileName() {
      return file.substring(1 + Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')));
    }
  }

  /** The kernels' own texts. */
  SourcePlaces OWN = Place::new;

  /**
   * {@return the source of a line of a kernel's text}
   *
   * @param file name of the kernel's text
   * @param line of it, from 1
   */
  Place place(String file, int line);
}
