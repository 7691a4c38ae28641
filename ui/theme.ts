import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { brand } from './brand.ts'

const GREY: MantineColorsTuple = [
  '#f6f8fa',
  '#eef1f4',
  '#e3e8ec',
  '#d3dae0',
  '#bac3cb',
  '#6b7682',
  '#56626d',
  '#414b55',
  '#2a333b',
  '#151c22',
]
const DARK: MantineColorsTuple = [
  '#dfe5ea',
  '#c3ccd5',
  '#a3afba',
  '#8995a1',
  '#3d4852',
  '#2d363f',
  '#222a32',
  '#1a2027',
  '#13181d',
  '#0e1216',
]
/** Dark enough for white text on shades 6 to 9, and for text on white. */
const RED: MantineColorsTuple = [
  '#fdefee',
  '#fadedd',
  '#f2b8b6',
  '#e88f8c',
  '#de6866',
  '#cf4745',
  '#b93230',
  '#a32626',
  '#851d1d',
  '#651414',
]
const GREEN: MantineColorsTuple = [
  '#ecf7ee',
  '#dcefe0',
  '#b7dfc0',
  '#8fcd9c',
  '#68bb7a',
  '#46a65b',
  '#2b7f40',
  '#256f37',
  '#1c562a',
  '#133d1d',
]
const AMBER: MantineColorsTuple = [
  '#fef6e6',
  '#fdecc8',
  '#fadb97',
  '#f5c662',
  '#eeb038',
  '#d7931a',
  '#965d04',
  '#7f4d00',
  '#633c00',
  '#482b00',
]

const px = (pixels: number): string => `${pixels / 16}rem`
const em = (pixels: number): string => `${pixels / 16}em`

/** 14 px body, one spacing scale, the breakpoints of the specification's §9, the brand's accent. */
export const theme = createTheme({
  colors: { brand: brand.accent, gray: GREY, dark: DARK, red: RED, green: GREEN, yellow: AMBER },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  black: '#111a20',
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, monospace',
  fontSizes: { xs: px(12), sm: px(14), md: px(14), lg: px(16), xl: px(22) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: px(22), lineHeight: '1.3' },
      h2: { fontSize: px(16), lineHeight: '1.4' },
      h3: { fontSize: px(14), lineHeight: '1.4' },
    },
  },
  spacing: { xs: px(8), sm: px(12), md: px(16), lg: px(24), xl: px(32) },
  radius: { xs: px(3), sm: px(4), md: px(6), lg: px(8), xl: px(16) },
  defaultRadius: 'md',
  breakpoints: { xs: em(0), sm: em(600), md: em(900), lg: em(1400), xl: em(1620) },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    Modal: { defaultProps: { radius: 'lg', centered: true } },
    // Rendered in place, so that it belongs to its button's landmark; without an empty first tab stop.
    Menu: { defaultProps: { shadow: 'md', withinPortal: false, withInitialFocusPlaceholder: false } },
    // A <header> in a dialog would count as another page header.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } } },
    Loader: { defaultProps: { type: 'dots' } },
  },
})

/**
 * The page's own surfaces in addition to Mantine's: the pale background, the white card, the hairline
 * between.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--karyo-ground': GREY[0],
    '--karyo-card': '#ffffff',
    '--karyo-line': GREY[2],
    '--karyo-selected': brand.accent[0],
    '--karyo-selected-ink': brand.accent[8],
  },
  dark: {
    '--mantine-color-error': RED[3],
    '--karyo-ground': DARK[8],
    '--karyo-card': DARK[7],
    '--karyo-line': DARK[5],
    '--karyo-selected': `color-mix(in srgb, ${brand.accent[9]} 45%, ${DARK[8]})`,
    '--karyo-selected-ink': brand.accent[2],
  },
})
