/** Cards as text, CSV and JSON. */
package io.lockstep.inspect.format;
