package world

import (
	"fmt"
	"strings"
)

func (i Intent) fields() string {
	var b strings.Builder
	put := func(k, v string) {
		if v != "" {
			b.WriteString(k + "=" + v + " ")
		}
	}
	put("act", i.Action)
	if len(i.Categories) > 0 {
		put("cat", "["+strings.Join(i.Categories, ",")+"]")
	}
	put("dat", i.Data)
	put("typ", i.Type)
	if i.Flags != 0 {
		put("flg", fmt.Sprintf("%#x", i.Flags))
	}
	put("pkg", i.Package)
	put("cmp", i.Component.Short())
	if len(i.Extras) > 0 {
		b.WriteString("(has extras) ")
	}
	return b.String()
}
