/** How the component library looks here: paper, ink and a deep green; in the dark, ink on a pale one. */
import { theme, type ThemeConfig } from 'antd';

type Tokens = NonNullable<ThemeConfig['token']>;
type Components = NonNullable<ThemeConfig['components']>;

/** As `colours.css` has them. */
const light: Tokens = {
  colorPrimary: '#1f5a47', colorInfo: '#2c6175', colorSuccess: '#2a7448', colorWarning: '#b06f0e', colorError: '#b03a2c', colorLink: '#1f5a47',
  colorTextBase: '#1d2421', colorTextSecondary: '#59645e', colorTextPlaceholder: '#667069', colorBorder: '#d8d2c5', colorBorderSecondary: '#e9e5dc', colorBgLayout: '#f7f5f0',
  colorSuccessBg: '#e6f4eb', colorSuccessBorder: '#b5dcc4', colorErrorBg: '#fcece9', colorErrorHover: '#8e2417', colorErrorBorder: '#efc1b9', colorInfoBg: '#e6f0f4', colorInfoBorder: '#b8d2dd', colorWarningBg: '#fdf4df', colorWarningBorder: '#ecd196',
};
const dark: Tokens = {
  colorPrimary: '#8fd8bb', colorInfo: '#8cc4da', colorSuccess: '#82d8a4', colorWarning: '#f2c25c', colorError: '#ffa597', colorLink: '#7cc4a8', colorLinkHover: '#a4dcc6',
  colorTextBase: '#eef1ed', colorBgBase: '#131715', colorTextSecondary: '#a6b1aa', colorTextPlaceholder: '#96a19a', colorBorder: '#4a554f', colorBorderSecondary: '#313a36', colorBgLayout: '#131715', colorBgContainer: '#1c2220', colorBgElevated: '#232a27', colorTextLightSolid: '#10201a',
  colorSuccessBg: '#173a29', colorSuccessBorder: '#2b5f45', colorErrorBg: '#4a201a', colorErrorHover: '#ffc9c0', colorErrorBorder: '#7a382e', colorInfoBg: '#1b3742', colorInfoBorder: '#315868', colorWarningBg: '#43350f', colorWarningBorder: '#6d571d',
};
const lightParts: Components = { Table: { headerBg: '#faf8f4', headerColor: '#59645e' }, Segmented: { trackBg: '#efece4' }, Breadcrumb: { linkColor: '#59645e', separatorColor: '#59645e' } };
const darkParts: Components = { Table: { headerBg: '#222927', headerColor: '#a6b1aa' }, Segmented: { trackBg: '#131715' }, Breadcrumb: { linkColor: '#a6b1aa', separatorColor: '#a6b1aa' }, Tooltip: { colorTextLightSolid: '#eef1ed' } };

/** @param how still: nothing moves; popups are measured where they stand, which a style that only makes movements short prevents */
export function themeOf({ isStill, isDark }: { isStill: boolean; isDark: boolean }): ThemeConfig {
  const { Table, ...parts } = isDark ? darkParts : lightParts;
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...(isDark ? dark : light), borderRadius: 8, fontSize: 14, controlHeight: 36,
      fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
      boxShadowTertiary: 'none', motion: !isStill,
    },
    components: {
      ...parts, Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' }, Table: { ...Table, headerSplitColor: 'transparent', cellPaddingBlockMD: 10 },
    },
  };
}
