/** How the component library looks here: paper, ink and a deep green. */
import type { ThemeConfig } from 'antd';

/** @param isStill nothing moves; popups are measured where they stand, which a style that only makes movements short prevents */
export const themeOf = (isStill: boolean): ThemeConfig => ({
  token: {
    colorPrimary: '#1f5a47', colorInfo: '#2c6175', colorSuccess: '#2a7448', colorWarning: '#b06f0e', colorError: '#b03a2c', colorLink: '#1f5a47',
    colorTextBase: '#1d2421', colorTextSecondary: '#59645e', colorTextPlaceholder: '#667069', colorBorder: '#d8d2c5', colorBorderSecondary: '#e9e5dc', colorBgLayout: '#f7f5f0',
    colorSuccessBg: '#e6f4eb', colorSuccessBorder: '#b5dcc4', colorErrorBg: '#fcece9', colorErrorHover: '#8e2417', colorErrorBorder: '#efc1b9', colorInfoBg: '#e6f0f4', colorInfoBorder: '#b8d2dd', colorWarningBg: '#fdf4df', colorWarningBorder: '#ecd196',
    borderRadius: 8, fontSize: 14, controlHeight: 36,
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
    boxShadowTertiary: 'none', motion: !isStill,
  },
  components: {
    Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    Table: { headerBg: '#faf8f4', headerColor: '#59645e', headerSplitColor: 'transparent', cellPaddingBlockMD: 10 },
    Segmented: { trackBg: '#efece4' },
    Breadcrumb: { linkColor: '#59645e', separatorColor: '#59645e' },
  },
});
