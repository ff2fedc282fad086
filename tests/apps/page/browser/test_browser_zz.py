from moves import Open, box_of, go, still
from playwright.sync_api import expect
def test_zz(open_page: Open) -> None:
    page = open_page("#/make", width=390, height=844, touch=True, calm=True)
    for name in ("talos:tower-gates-5","talos:messenger-b-5","talos:road-to-gehenna-2","classic:6x10","classic:8x8-center","classic:one-sided-9x10","classic:5x12","talos:messenger-b-4","classic:hexiamonds-6x6","classic:4x15","classic:3x20","solid:kanoodle", "solid:bedlam","classic:one-sided-6x15"):
        go(page, f"#/p/{name}")
        expect(page.locator(".slot").first).to_be_visible()
        still(page)
        b = box_of(page.locator(".slot .face").last)
        m = max(box_of(x).right for x in page.locator(".slot .face").all())
        print(name, b, m, flush=True)
    assert 0
