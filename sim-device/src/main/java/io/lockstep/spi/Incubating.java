// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a package or a type that plug-ins can use, but that may change in any minor version without
 * another {@link SpiVersion}. What the packages of the SPI have besides is frozen.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PACKAGE, ElementType.TYPE})
public @interface Incubating {}
