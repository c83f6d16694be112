/** From recorded coordinates to the lines of their texels. */
package io.lockstep.parts.texture;
