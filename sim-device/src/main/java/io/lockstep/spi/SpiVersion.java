// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The version of the device SPI that a provider or policy was compiled against:
 * {@code @SpiVersion(SpiVersion.CURRENT)}. The compiler inlines the constant, so a jar keeps the
 * version that it was built for. The version is raised when existing modules might no longer link
 * or behave the same. A provider without the annotation counts as {@link #FIRST}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SpiVersion {
  /** The version of providers without the annotation. */
  int FIRST = 3;

  /** The oldest version whose modules are still loaded. */
  int OLDEST = 5;

  /** The version of this Lockstep. */
  int CURRENT = 5;

  /** {@return the version; {@link #CURRENT} in the source} */
  int value();
}
