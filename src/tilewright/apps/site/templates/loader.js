{
  const root = document.documentElement,
    known = root.dataset.languages.split(" ");
  let own = null;
  try {
    own = JSON.parse(localStorage.getItem("tilewright:setting:language"));
  } catch {}
  const tags = [own, ...navigator.languages].map((tag) => String(tag).slice(0, 2));
  root.lang = tags.find((tag) => known.includes(tag)) ?? "en";
  const english = root.lang === "en",
    folder = english ? "static" : "world",
    first = english ? root.dataset.first : `${root.dataset.world} texts/${root.lang}.js`,
    app = english ? "app.js" : `app.${root.lang}.js`;
  for (const path of first.split(" "))
    document.write(`<link rel="modulepreload" href="${folder}/${path}">`);
  document.write(`<script type="module" src="${folder}/views/${app}"><\/script>`);
}
