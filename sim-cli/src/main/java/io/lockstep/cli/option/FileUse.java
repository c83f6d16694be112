// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares how a command uses the file or folder of an option. A test of all output files reads the
 * declarations.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FileUse {
  enum Kind {
    READ,
    WRITE_FILE,
    WRITE_FOLDER
  }

  Kind value();
}
