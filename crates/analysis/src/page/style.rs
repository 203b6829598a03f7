//! The style sheet of pages.

use crate::plot::font;
use crate::plot::palette::{self, Color};

/// Names of the colours in the style sheet.
const NAMED: [(&str, Color); 10] = [
    ("first", palette::FIRST),
    ("second", palette::SECOND),
    ("draw", palette::DRAW),
    ("unfinished", palette::UNFINISHED),
    ("all", palette::ALL),
    ("ink", palette::INK),
    ("muted", palette::MUTED),
    ("axis", palette::AXIS),
    ("grid", palette::GRID),
    ("paper", palette::PAPER),
];

/// The whole style sheet, font included.
pub(super) fn css() -> String {
    let mut css = font::css_font_faces().to_owned();
    css.push_str(":root{color-scheme:light dark;");
    for (name, color) in NAMED {
        css.push_str(&format!("--{name}:{};", color.hex()));
    }
    css.push_str("--back:#F3F5F7;--warn-back:#FFF4DF;--warn-edge:#E69F00}");
    css.push_str(RULES);
    css.push_str("@media screen and (prefers-color-scheme:dark){:root{");
    for (light, dark) in palette::DARK {
        if let Some((name, _)) = NAMED.iter().find(|(_, color)| *color == light) {
            css.push_str(&format!("--{name}:{};", dark.hex()));
        }
    }
    css.push_str("--back:#101317;--warn-back:#33291A;--warn-edge:#C98B00}");
    // Plots are drawn in the light colours; what would vanish on dark paper is replaced.
    for (light, dark) in palette::DARK {
        let (light, dark) = (light.hex(), dark.hex());
        css.push_str(&format!(
            "svg [fill=\"{light}\"]{{fill:{dark}}}svg [stroke=\"{light}\"]{{stroke:{dark}}}"
        ));
    }
    css.push('}');
    css
}

const RULES: &str = r#"
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.55 Inter,Helvetica,Arial,sans-serif}
main{overflow-wrap:break-word;max-width:880px;margin:0 auto;padding:40px 24px 72px}
h1{font-size:31px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em}
h2{font-size:24px;line-height:1.25;margin:0;letter-spacing:-.005em}
h3{font-size:18px;margin:36px 0 10px}
p{margin:10px 0}
a{color:var(--first)}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
pre{background:var(--paper);border:1px solid var(--grid);border-radius:10px;padding:12px 16px;margin:12px 0;overflow-x:auto}
pre code{overflow-wrap:normal}
.muted{color:var(--muted)}
.aside{border-left:4px solid var(--axis);padding-left:14px;color:var(--muted);max-width:72ch}
.lead{font-size:19px;line-height:1.5;margin:12px 0 20px}
.warnings{background:var(--warn-back);border-left:5px solid var(--warn-edge);border-radius:6px;padding:12px 20px;margin:24px 0}
.warnings h2{font-size:17px}
.warnings ul{margin:8px 0;padding-left:20px}
.warnings li{margin:6px 0}
section.group{margin-top:56px;padding-top:32px;border-top:2px solid var(--grid)}
.players{margin:4px 0 0;color:var(--muted)}
.badge{display:inline-block;padding:1px 10px;border-radius:99px;border:1.5px solid currentColor;font-size:13.5px;font-weight:700;white-space:nowrap}
.badge.favours-first{color:var(--first)}
.badge.favours-second{color:var(--second)}
.badge.balanced,.badge.passed{color:var(--draw)}
.badge.not-passed{color:var(--second)}
.badge.undecided{color:var(--muted);border-style:dashed}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:10px;margin:20px 0;padding:0}
.tile{background:var(--paper);border:1px solid var(--grid);border-radius:10px;padding:12px 14px}
.tile dt{font-size:13.5px;color:var(--muted)}
.tile dd{margin:0}
.tile dd.value{font-size:22px;font-weight:700;line-height:1.3;font-variant-numeric:tabular-nums}
.tile dd.note{font-size:13.5px;color:var(--muted)}
figure{margin:20px 0;background:var(--paper);border:1px solid var(--grid);border-radius:10px;overflow:hidden;break-inside:avoid}
.plot{overflow-x:auto}
.plot svg{display:block;width:100%;height:auto}
.plot.narrow{display:none}
.plot.narrow svg{max-width:440px;margin:0 auto}
figcaption{padding:0 20px 16px;font-size:14.5px;color:var(--muted);max-width:72ch}
.table{overflow-x:auto;margin:12px 0;background:var(--paper);border:1px solid var(--grid);border-radius:10px;break-inside:avoid}
table{border-collapse:collapse;width:100%;font-size:14.5px;line-height:1.4}
caption{caption-side:top;text-align:left;padding:12px 16px 4px;font-weight:700}
.viewpoint{font-weight:400;font-size:13.5px;color:var(--muted);overflow-wrap:anywhere;max-width:calc(100vw - 62px)}
.rank{width:1%}
td div.muted{font-size:12.5px}
th,td{padding:7px 12px;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--grid)}
th:first-child,td:first-child{padding-left:16px}
th:last-child,td:last-child{padding-right:16px}
tbody tr:last-child th,tbody tr:last-child td{border-bottom:0}
thead th{color:var(--muted);font-weight:400;font-size:13.5px;vertical-align:bottom}
tbody th{font-weight:400}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
table.wide thead th{white-space:normal}
.phrase{min-width:150px}
table.wide tbody th{min-width:150px;overflow-wrap:anywhere}
th div.muted{font-size:12.5px}
tr.total th,tr.total td{font-weight:700;border-top:1.5px solid var(--axis)}
details{margin:12px 0}
summary{cursor:pointer;color:var(--muted);font-size:14.5px}
dl.facts{display:grid;grid-template-columns:minmax(150px,max-content) 1fr;gap:4px 20px;margin:12px 0;font-size:15px}
dl.facts dt{color:var(--muted)}
dl.facts dd{margin:0;overflow-wrap:anywhere;min-width:0}
dl.facts pre{margin:4px 0;padding:8px 12px}
.methods p,.methods li{max-width:72ch}
.methods dt{font-weight:700;margin-top:14px}
.methods dd{margin:2px 0 0;max-width:72ch}
footer{margin-top:48px;padding-top:16px;border-top:1px solid var(--grid);color:var(--muted);font-size:14px}
@media screen and (max-width:640px){.plot.wide{display:none}.plot.narrow{display:block}
main{padding:24px 14px 48px}h1{font-size:26px}h2{font-size:21px}.lead{font-size:17px}
.tiles{grid-template-columns:1fr 1fr;gap:8px}.tile{padding:10px 12px}.tile dd.value{font-size:20px}
dl.facts{grid-template-columns:minmax(0,1fr);gap:0}dl.facts dd{margin-bottom:8px}
table{font-size:14px}th,td{padding:7px 8px}th:first-child,td:first-child{padding-left:12px}th:last-child,td:last-child{padding-right:12px}
.table{background:linear-gradient(to right,var(--paper) 30%,transparent) 0 0/36px 100% no-repeat local,linear-gradient(to left,var(--paper) 30%,transparent) 100% 0/36px 100% no-repeat local,linear-gradient(to right,#0003,transparent) 0 0/10px 100% no-repeat scroll,linear-gradient(to left,#0003,transparent) 100% 0/10px 100% no-repeat scroll,var(--paper)}
tbody th{min-width:108px;overflow-wrap:anywhere}table.wide tbody th{min-width:108px}.phrase{min-width:120px}
nav .table{background:none;border:0;border-radius:0}nav table,nav tbody{display:block}nav thead{display:none}nav td.n{text-align:left}
nav tr{display:grid;grid-template-columns:auto auto auto;justify-content:space-between;gap:2px 12px;margin:0 0 10px;padding:12px 14px;background:var(--paper);border:1px solid var(--grid);border-radius:10px}
nav tbody th,nav tbody td,nav th:first-child,nav td:last-child{display:block;padding:0;border:0;text-align:left;min-width:0}
nav .verdict,nav th{grid-column:1/-1}nav .verdict{order:-1;margin-bottom:4px}
nav td[data-name]::before{content:attr(data-name);display:block;font-size:12.5px;color:var(--muted)}nav td[data-name]{margin-top:6px}}
@media print{body{background:#fff;font-size:11pt}main{max-width:none;padding:0}figure,.table,.tile{border-color:#ccc}section.group{break-before:page;border-top:0}a{color:inherit;text-decoration:none}}
"#;
