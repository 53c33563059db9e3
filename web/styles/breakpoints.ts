/**
 * The ranges of widths that layouts are made for, in CSS pixels. Style sheets say where each begins
 * in rem of 16 px.
 */
export const ranges = {
  mobile: { to: 767 },
  tablet: { from: 768, to: 991 },
  tabletUp: { from: 768 },
  bigTablet: { from: 992, to: 1199 },
  desktop: { from: 1200 },
} as const
