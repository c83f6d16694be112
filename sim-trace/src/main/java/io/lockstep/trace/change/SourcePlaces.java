// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change;

/** Maps lines of kernels' texts to lines of the user's source, such as OpenCL C behind PTX. */
@FunctionalInterface
public interface SourcePlaces {
  /** A line of a source file, counted from 1; 0 if unknown. The file name may include a folder. */
  record Place(String file, int line) {
    public String fileName() {
      return file.substring(1 + Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')));
    }
  }

  /** Maps each line to itself. */
  SourcePlaces OWN = Place::new;

  /** Returns the source position of a line of a kernel's text. */
  Place place(String file, int line);
}
